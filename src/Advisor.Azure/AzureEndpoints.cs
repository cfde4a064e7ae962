using System.Diagnostics.CodeAnalysis;
using Advisor.Configuration;

namespace Advisor.Azure;

/// <summary>Endpoints of one Azure cloud: Resource Manager, Monitor and sign-in, with the audiences of their tokens.</summary>
/// <param name="ResourceManager">Endpoint of Resource Manager.</param>
/// <param name="ResourceManagerAudience">Audience of Resource Manager tokens.</param>
/// <param name="MetricsDomain">Domain of the regional batch endpoints: <c>REGION.metrics.monitor.azure.com</c>.</param>
/// <param name="Authority">Host for sign-in.</param>
public sealed record AzureEndpoints(Uri ResourceManager, string ResourceManagerAudience, string MetricsDomain, Uri Authority)
{
    private static readonly Uri RetailPrices = new("https://prices.azure.com");

    // Audiences of the batch endpoint: azure-sdk-for-net, MetricsClientAudience. The others: Azure.ResourceManager, ArmEnvironment.
    public static AzureEndpoints Public { get; } =
        new(
            new Uri("https://management.azure.com"),
            "https://management.azure.com/",
            "metrics.monitor.azure.com",
            new Uri("https://login.microsoftonline.com/")
        )
        {
            Prices = RetailPrices,
        };

    public static AzureEndpoints UsGovernment { get; } =
        new(
            new Uri("https://management.usgovcloudapi.net"),
            "https://management.usgovcloudapi.net",
            "metrics.monitor.azure.us",
            new Uri("https://login.microsoftonline.us/")
        )
        {
            Prices = RetailPrices,
        };

    public static AzureEndpoints China { get; } =
        new(
            new Uri("https://management.chinacloudapi.cn"),
            "https://management.chinacloudapi.cn",
            "metrics.monitor.azure.cn",
            new Uri("https://login.chinacloudapi.cn/")
        );

    /// <summary>Endpoint of the Retail Prices API; null in a cloud without it.</summary>
    public Uri? Prices { get; init; }

    /// <summary>Returns the endpoints of a cloud of the configuration.</summary>
    public static AzureEndpoints Create(AzureCloud cloud) =>
        cloud switch
        {
            AzureCloud.UsGovernment => UsGovernment,
            AzureCloud.China => China,
            _ => Public,
        };

    /// <summary>Audience of a token for the batch endpoint, such as <c>https://metrics.monitor.azure.com</c>.</summary>
    public string MetricsAudience => $"https://{(IsLocal ? Public.MetricsDomain : MetricsDomain)}";

    /// <summary>
    /// Audience of Resource Manager without a trailing slash, for clients that derive a scope from it; the scope would otherwise have two.
    /// </summary>
    public string ResourceManagerAudienceForScope => ResourceManagerAudience.TrimEnd('/');

    /// <summary>Scope of a token for the batch endpoint, such as <c>https://metrics.monitor.azure.com/.default</c>.</summary>
    public string MetricsScope => MetricsAudience + "/.default";

    /// <summary>Returns the batch endpoint of a region in its short form, such as westeurope.</summary>
    public Uri GetMetricsEndpoint(string region) => IsLocal ? ResourceManager : new($"https://{region}.{MetricsDomain}");

    /// <summary>Creates the endpoints of a local Azure: one URL for Resource Manager and Monitor.</summary>
    internal static AzureEndpoints CreateLocal(Uri endpoint)
    {
        var local = new UriBuilder(endpoint)
        {
            Scheme = Uri.UriSchemeHttps,
            Port = endpoint.Port,
            Path = string.Empty,
            Query = string.Empty,
        }.Uri;
        return new(local, Public.ResourceManagerAudience, string.Empty, Public.Authority) { Prices = local };
    }

    private bool IsLocal => MetricsDomain.Length == 0;

    /// <summary>
    /// Finds a cloud by its name or by that of the Azure CLI (AzureCloud, AzureUSGovernment, AzureChinaCloud), ignoring case.
    /// </summary>
    public static bool TryParse(string? name, [NotNullWhen(true)] out AzureEndpoints? cloud)
    {
        cloud = name?.ToLowerInvariant() switch
        {
            "public" or "azurecloud" => Public,
            "usgovernment" or "usgov" or "azureusgovernment" => UsGovernment,
            "china" or "azurechinacloud" => China,
            _ => null,
        };
        return cloud is not null;
    }
}
