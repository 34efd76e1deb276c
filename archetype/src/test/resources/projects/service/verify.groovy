// what the generated project's build left: its service, its tests' reports, and, where it was asked for, a search that used its pool
def project = new File(basedir, 'project/greeter')
assert new File(project, 'target/greeter.jar').isFile()
assert new File(project, 'target/failsafe-reports/TEST-com.example.greeter.MainIT.xml').text.contains('failures="0"')
assert new File(project, 'target/surefire-reports/TEST-com.example.greeter.GreetingHandlerTest.xml').isFile()
assert new File(project, 'README.md').text.contains('--port 8123')
if (new File(basedir, 'goal.txt').text.contains('-Pperf')) {
    def result = new groovy.json.JsonSlurper().parse(new File(project, 'target/perf/latest/result.json'))
    assert result.experiment == 'size-service'
    assert result.answer.outcome in ['answer', 'provisional']
    assert (2..32).contains(result.answer.settings.threads.toInteger())
    // the pool was read back and its ledger read, so the service took what it was told
    assert result.runs.every { run -> run.pools.any { pool -> pool.pool == 'business' } }
    // more users than the queue holds are rejected; nothing else may fail
    assert result.runs.collectMany { run -> run.figures.errors.keySet() }.every { error -> error == 'ELIMIT' }
    assert result.runs.first().figures.errors.isEmpty()
    assert new File(project, 'target/perf/latest/report.html').isFile()
}
return true
