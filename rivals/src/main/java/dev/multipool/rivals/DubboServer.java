package dev.multipool.rivals;

import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.perf.peers.contestant.RedisBytes;
import java.net.URI;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.MetricsConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.model.FrameworkModel;

/**
 * Dubbo's server of its protocol triple, with its own fixed pool. That pool has no queue by default and refuses what finds no
 * thread. Here it has one, as the others do.
 */
final class DubboServer implements PeerServer {
    private static final String STOP_MILLIS = "1000";

    private final RedisBytes redis;
    private final FrameworkModel framework = new FrameworkModel();
    private final int port;

    private DubboServer(URI redisUri, int threads) {
        redis = RedisBytes.open(redisUri);
        ApplicationConfig application = new ApplicationConfig("users");
        application.setQosEnable(false);
        application.setShutwait(STOP_MILLIS);
        // Dubbo would measure itself, as the laboratory has Micrometer for others; without Prometheus it asks in vain
        MetricsConfig metrics = new MetricsConfig();
        metrics.setProtocol("prometheus");
        metrics.setEnableRpc(false);
        // Dubbo looks for a free port
        ProtocolConfig protocol = new ProtocolConfig("tri", -1);
        protocol.setHost("127.0.0.1");
        protocol.setThreadpool("fixed");
        protocol.setThreads(threads);
        protocol.setQueues(PeerClient.MAX_USERS);
        ServiceConfig<DubboUserService> service = new ServiceConfig<>();
        service.setInterface(DubboUserService.class);
        service.setRef(new DubboUsers(redis));
        DubboBootstrap.newInstance(framework)
                .application(application)
                .metrics(metrics)
                .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
                .protocol(protocol)
                .service(service)
                .start();
        port = service.getExportedUrls().get(0).getPort();
    }

    static DubboServer start(URI redis, int threads) {
        return new DubboServer(redis, threads);
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        framework.destroy();
        redis.close();
    }
}
