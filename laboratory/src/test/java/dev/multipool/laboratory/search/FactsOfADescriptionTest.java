package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.result.DescribedFacts;
import dev.multipool.laboratory.result.DescribedFacts.Asked;
import dev.multipool.laboratory.result.DescribedFacts.KnobFacts;
import dev.multipool.laboratory.result.DescribedFacts.Protocol;
import dev.multipool.laboratory.result.DescribedFacts.Request;
import dev.multipool.laboratory.result.KnobWay;
import dev.multipool.laboratory.result.LoadEngine.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactsOfADescriptionTest {
    private static final String LAUNCHED = "{start: 'java -jar shop.jar {port}', ready: {tcp: '127.0.0.1:{port}'}}";

    @Test
    void facts_haveNameCommandAndTheWayOfEachKnob() {
        DescribedFacts facts = facts(LAUNCHED, "{http: 'GET http://127.0.0.1:{port}/products'}");

        assertThat(facts)
                .returns("shop", DescribedFacts::name)
                .returns(List.of("java", "-jar", "shop.jar", "{port}"), DescribedFacts::start)
                .returns(null, DescribedFacts::pid)
                .returns(300, DescribedFacts::toCarryPerSecond)
                .returns(
                        List.of(new KnobFacts("threads", new KnobWay.JmxAttribute("app:type=Pool", "Size"))),
                        DescribedFacts::knobs);
    }

    @Test
    void facts_ofAServiceThatRuns_haveItsPid() {
        DescribedFacts facts = facts("{pid: 4711}", "{http: 'GET http://127.0.0.1:80/products'}");

        assertThat(facts).returns(4711L, DescribedFacts::pid).returns(List.of(), DescribedFacts::start);
    }

    @Test
    void requests_haveTheirShares() {
        assertThat(asked("""
                {requests: [{http: 'GET http://127.0.0.1:{port}/a', weight: 3}, {http: 'GET http://127.0.0.1:{port}/b'}]}"""))
                .isEqualTo(new Asked(
                        Protocol.HTTP_1_1,
                        false,
                        List.of(new Request("GET /a", 0.75), new Request("GET /b", 0.25)),
                        null,
                        List.of()));
    }

    @Test
    void protocolAndTls_areThoseOfTheLoad() {
        assertThat(asked("{http: 'GET https://127.0.0.1:{port}/a', http-version: 2}"))
                .returns(Protocol.HTTP_2, Asked::protocol)
                .returns(true, Asked::tls);
        assertThat(asked("{grpc: '127.0.0.1:{port}/shop.Shop/Find'}"))
                .returns(Protocol.GRPC, Asked::protocol)
                .returns(false, Asked::tls)
                .returns(List.of(new Request("shop.Shop/Find", 1)), Asked::requests);
    }

    @Test
    void aLoadOfAnotherProgram_hasItsCommand() {
        assertThat(asked("{command: 'wrk -c{users} -d{seconds} http://127.0.0.1:{port}/', parser: wrk}"))
                .isEqualTo(new Asked(
                        null,
                        null,
                        List.of(),
                        Program.WRK,
                        List.of("wrk", "-c{users}", "-d{seconds}", "http://127.0.0.1:{port}/")));
    }

    private static Asked asked(String load) {
        return facts(LAUNCHED, load).asked();
    }

    private static DescribedFacts facts(String service, String load) {
        return FactsOfADescription.of(DescriptionReader.parse(Path.of("shop.yaml"), """
                service: %s
                knobs:
                  threads: {range: 2..50, jmx: 'app:type=Pool', attribute: Size}
                load: %s
                """.formatted(service, load)), 300);
    }
}
