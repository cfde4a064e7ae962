using Advisor.Azure.Identity;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resilience;
using Advisor.Azure.Resources;
using Advisor.Service.Http;
using Azure.Core;
using Azure.Core.Pipeline;

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
        ResourceManager = new ArmPipeline(CreateArmPipeline(cloud, credential), cloud.ResourceManager);
        Prices = cloud.Prices is { } prices ? new ArmPipeline(CreatePricePipeline(prices), prices) : null;
        Resources = new ResourceClient(ResourceManager);
        Monitor = new MonitorClient(CreateBatchPipeline(cloud, credential), cloud.GetMetricsEndpoint, ResourceManager);
#if AZURE_SDK
        Resources = Sdk.SdkResourceClient.Create(cloud, credential, this);
        Monitor = new Sdk.SdkMonitorClient(cloud, credential, this);
#endif
    }

    public ArmPipeline ResourceManager { get; }

    /// <summary>The Retail Prices API, without a token; null in a cloud without it.</summary>
    public ArmPipeline? Prices { get; }

    public IResourceClient Resources { get; }

    public IMonitorClient Monitor { get; }

    private HttpPipeline CreateArmPipeline(AzureEndpoints cloud, TokenCredential credential) =>
        HttpPipelineBuilder.Build(
            ConfigureArm(new PipelineOptions(), cloud),
            new BearerTokenAuthenticationPolicy(credential, cloud.ResourceManagerAudience + "/.default")
        );

    private HttpPipeline CreatePricePipeline(Uri prices)
    {
        var pipelineOptions = new PipelineOptions();
        pipelineOptions.AddPolicy(new ArmAddressPolicy(prices), HttpPipelinePosition.PerCall);
        return HttpPipelineBuilder.Build(Configure(pipelineOptions, countsDates: false));
    }

    private HttpPipeline CreateBatchPipeline(AzureEndpoints cloud, TokenCredential credential) =>
        HttpPipelineBuilder.Build(
            Configure(new PipelineOptions(), ResponseSizes.MaxMetricsBytes),
            new BearerTokenAuthenticationPolicy(credential, cloud.MetricsScope)
        );

    private sealed class PipelineOptions : ClientOptions;

    /// <summary>Applies the common options to those of a client of Resource Manager, which sends its token nowhere else.</summary>
    internal T ConfigureArm<T>(T clientOptions, AzureEndpoints cloud)
        where T : ClientOptions
    {
        clientOptions.AddPolicy(new ArmAddressPolicy(cloud.ResourceManager), HttpPipelinePosition.PerCall);
        return Configure(clientOptions);
    }

    /// <summary>Applies the common options to those of a client.</summary>
    /// <param name="maxBytes">Maximum size of a response.</param>
    /// <param name="countsDates">Whether the dates of responses are Azure's time; a cache between may have kept those of prices.</param>
    internal T Configure<T>(T clientOptions, int maxBytes = ResponseSizes.MaxPageBytes, bool countsDates = true)
        where T : ClientOptions
    {
        clientOptions.Retry.MaxRetries = 0;
        clientOptions.Diagnostics.ApplicationId = "advisor";
        if (countsDates)
        {
            clientOptions.AddPolicy(dates, HttpPipelinePosition.PerRetry);
        }

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
