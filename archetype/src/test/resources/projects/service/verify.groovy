// what the generated project's build left: its service, its tests' reports, and a measurement of each pool without errors
def project = new File(basedir, 'project/greeter')
assert new File(project, 'target/greeter.jar').isFile()
assert new File(project, 'target/failsafe-reports/TEST-com.example.greeter.MainIT.xml').text.contains('failures="0"')
assert new File(project, 'target/surefire-reports/TEST-com.example.greeter.GreetingHandlerTest.xml').isFile()
def runs = new File(project, 'target/perf/results.csv').readLines()
assert runs.size() == 3
assert runs[0].startsWith('pool,throughput_per_second')
['2', '4'].eachWithIndex { size, i ->
    def fields = runs[i + 1].split('"')
    assert fields[1] == "fixed:threads=${size},queue=1000"
    def figures = fields[2].split(',')
    assert figures[1].toDouble() > 0
    assert figures[5] == '0'
}
assert new File(project, 'README.md').text.contains('--port 8123')
return true
