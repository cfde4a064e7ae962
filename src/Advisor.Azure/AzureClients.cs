using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Advisor.Service.Http;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;

namespace Advisor.Azure;

/// <summary>
/// Creates the clients of the Azure SDK with common options: no retries of their own, one transport, and the loopback endpoint if there is
/// one.
/// </summary>
internal sealed class AzureClients
{
    private readonly AzureOptions options;
    private readonly HttpClient? http;
    private readonly HttpPipelinePolicy dates;

    /// <param name="clock">Receives the date of every response.</param>
    public AzureClients(AzureOptions options, AzureEndpoints cloud, TokenCredential credential, HttpClient? http, ServerClock clock)
    {
        this.options = options;
        this.http = http;
        dates = clock.Policy;
        var client = CreateArmClient(cloud, credential);
        ResourceManager = new ArmPipeline(client);
        Resources = new ResourceClient(ResourceManager);
        Monitor = new MonitorClient(CreateBatchPipeline(cloud, credential), cloud.GetMetricsEndpoint, ResourceManager);
#if AZURE_SDK
        Resources = new Sdk.SdkResourceClient(client, ResourceManager);
        Monitor = new Sdk.SdkMonitorClient(cloud, credential, this);
#endif
    }

    public ArmPipeline ResourceManager { get; }

    public IResourceClient Resources { get; }

    public IMonitorClient Monitor { get; }

    private ArmClient CreateArmClient(AzureEndpoints cloud, TokenCredential credential)
    {
        var armOptions = Configure(
            new ArmClientOptions { Environment = new ArmEnvironment(cloud.ResourceManager, cloud.ResourceManagerAudience) }
        );
        armOptions.AddPolicy(new ArmAddressPolicy(cloud.ResourceManager), HttpPipelinePosition.PerCall);
        armOptions.SetApiVersion(ServiceTypes.SignalR, ServiceTypes.ApiVersion);
        armOptions.SetApiVersion(ServiceTypes.WebPubSub, ServiceTypes.ApiVersion);
        return new ArmClient(credential, default, armOptions);
    }

    private HttpPipeline CreateBatchPipeline(AzureEndpoints cloud, TokenCredential credential) =>
        HttpPipelineBuilder.Build(
            Configure(new MonitorClientOptions(), ResponseSizes.MaxMetricsBytes),
            new BearerTokenAuthenticationPolicy(credential, cloud.MetricsScope)
        );

    private sealed class MonitorClientOptions : ClientOptions;

    /// <summary>Applies the common options to those of a client.</summary>
    /// <param name="maxBytes">Maximum size of a response.</param>
    internal T Configure<T>(T clientOptions, int maxBytes = ResponseSizes.MaxPageBytes)
        where T : ClientOptions
    {
        clientOptions.Retry.MaxRetries = 0;
        clientOptions.Diagnostics.ApplicationId = "advisor";
        clientOptions.AddPolicy(dates, HttpPipelinePosition.PerRetry);
        if (options.Endpoint is not null)
        {
            clientOptions.AddPolicy(new LoopbackPolicy(options.Endpoint), HttpPipelinePosition.BeforeTransport);
        }

#pragma warning disable CA2000 // the transport lives as long as the client
        clientOptions.Transport = new LimitedTransport(http is null ? HttpClientTransport.Shared : new HttpClientTransport(http), maxBytes);
#pragma warning restore CA2000
        return clientOptions;
    }
}
