using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resources;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;

namespace Advisor.Azure;

/// <summary>The clients of Azure's libraries, all set up alike: no retries of their own, one transport, and the loopback address if there is one.</summary>
internal sealed class AzureClients
{
    private readonly AzureOptions options;
    private readonly HttpClient? http;
    private readonly HttpPipelinePolicy dates;

    /// <param name="clock">Sees the date of every answer.</param>
    public AzureClients(AzureOptions options, AzureEndpoints cloud, TokenCredential credential, HttpClient? http, ServerClock clock)
    {
        this.options = options;
        this.http = http;
        dates = clock.Policy;
        var client = ArmClient(cloud, credential);
        Arm = new ArmPipeline(client);
        Resources = new ResourceWire(Arm);
        Monitor = new MonitorWire(BatchPipeline(cloud, credential), cloud.MetricsEndpoint, Arm);
#if AZURE_SDK
        Resources = new Sdk.SdkResourceWire(client, Arm);
        Monitor = new Sdk.SdkMonitorWire(cloud, credential, this);
#endif
    }

    public ArmPipeline Arm { get; }

    public IResourceWire Resources { get; }

    public IMonitorWire Monitor { get; }

    private ArmClient ArmClient(AzureEndpoints cloud, TokenCredential credential)
    {
        var armOptions = Set(new ArmClientOptions { Environment = new ArmEnvironment(cloud.ResourceManager, cloud.ResourceManagerAudience) });
        armOptions.AddPolicy(new ArmAddressPolicy(cloud.ResourceManager), HttpPipelinePosition.PerCall);
        armOptions.SetApiVersion(ServiceTypes.SignalR, ServiceTypes.ApiVersion);
        armOptions.SetApiVersion(ServiceTypes.WebPubSub, ServiceTypes.ApiVersion);
        return new ArmClient(credential, default, armOptions);
    }

    private HttpPipeline BatchPipeline(AzureEndpoints cloud, TokenCredential credential) =>
        HttpPipelineBuilder.Build(Set(new MonitorClientOptions()), new BearerTokenAuthenticationPolicy(credential, cloud.MetricsScope));

    private sealed class MonitorClientOptions : ClientOptions;

    /// <summary>Sets up the options of any client.</summary>
    internal T Set<T>(T clientOptions)
        where T : ClientOptions
    {
        clientOptions.Retry.MaxRetries = 0;
        clientOptions.Diagnostics.ApplicationId = "advisor";
        clientOptions.AddPolicy(dates, HttpPipelinePosition.PerRetry);
        if (options.Endpoint is not null)
        {
            clientOptions.AddPolicy(new LoopbackPolicy(options.Endpoint), HttpPipelinePosition.BeforeTransport);
        }

        if (http is not null)
        {
            clientOptions.Transport = new HttpClientTransport(http);
        }

        return clientOptions;
    }
}
