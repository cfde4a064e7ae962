using System.Diagnostics.CodeAnalysis;
using Advisor.Configuration;

namespace Advisor.Azure;

/// <summary>The addresses of one Azure cloud: where Resource Manager, Monitor and sign-in live, and for whom a token is asked.</summary>
/// <param name="Name">The name on the command line: public, usgov or china.</param>
/// <param name="ResourceManager">Endpoint of Resource Manager.</param>
/// <param name="ResourceManagerAudience">Audience of its tokens.</param>
/// <param name="MetricsDomain">Domain under which each region has its batch endpoint: <c>REGION.metrics.monitor.azure.com</c>.</param>
/// <param name="Authority">The sign-in host.</param>
public sealed record AzureEndpoints(string Name, Uri ResourceManager, string ResourceManagerAudience, string MetricsDomain, Uri Authority)
{
    // Audiences of the batch endpoint: azure-sdk-for-net, MetricsClientAudience. The rest: Azure.ResourceManager's ArmEnvironment.
    public static AzureEndpoints Public { get; } =
        new(
            "public",
            new Uri("https://management.azure.com"),
            "https://management.azure.com/",
            "metrics.monitor.azure.com",
            new Uri("https://login.microsoftonline.com/")
        );

    public static AzureEndpoints UsGovernment { get; } =
        new(
            "usgov",
            new Uri("https://management.usgovcloudapi.net"),
            "https://management.usgovcloudapi.net",
            "metrics.monitor.azure.us",
            new Uri("https://login.microsoftonline.us/")
        );

    public static AzureEndpoints China { get; } =
        new(
            "china",
            new Uri("https://management.chinacloudapi.cn"),
            "https://management.chinacloudapi.cn",
            "metrics.monitor.azure.cn",
            new Uri("https://login.chinacloudapi.cn/")
        );

    public static IReadOnlyList<AzureEndpoints> All { get; } = [Public, UsGovernment, China];

    /// <summary>The cloud that the configuration names.</summary>
    public static AzureEndpoints Create(AzureCloud cloud) =>
        cloud switch
        {
            AzureCloud.UsGovernment => UsGovernment,
            AzureCloud.China => China,
            _ => Public,
        };

    /// <summary>The audience of a token for the batch endpoint, such as <c>https://metrics.monitor.azure.com</c>.</summary>
    public string MetricsAudience => $"https://{(IsLocal ? Public.MetricsDomain : MetricsDomain)}";

    /// <summary>
    /// The audience of Resource Manager as a client wants it that makes a scope of it: with the slash at its end, the scope would have two.
    /// </summary>
    public string ResourceManagerAudienceForScope => ResourceManagerAudience.TrimEnd('/');

    /// <summary>The scope of a token for the batch endpoint, such as <c>https://metrics.monitor.azure.com/.default</c>.</summary>
    public string MetricsScope => MetricsAudience + "/.default";

    /// <summary>The batch endpoint of a region in its short form, such as westeurope.</summary>
    public Uri MetricsEndpoint(string region) => IsLocal ? ResourceManager : new($"https://{region}.{MetricsDomain}");

    /// <summary>An Azure on this machine: one address for Resource Manager and Monitor.</summary>
    internal static AzureEndpoints Local(Uri endpoint) =>
        new(
            "local",
            new UriBuilder(endpoint)
            {
                Scheme = Uri.UriSchemeHttps,
                Port = endpoint.Port,
                Path = string.Empty,
                Query = string.Empty,
            }.Uri,
            Public.ResourceManagerAudience,
            string.Empty,
            Public.Authority
        );

    private bool IsLocal => MetricsDomain.Length == 0;

    /// <summary>
    /// Finds a cloud by its name or by the name that the Azure CLI gives it (AzureCloud, AzureUSGovernment, AzureChinaCloud), without case.
    /// </summary>
    public static bool TryParse(string? name, [NotNullWhen(true)] out AzureEndpoints? cloud)
    {
        cloud = name?.ToLowerInvariant() switch
        {
            "public" or "azurecloud" => Public,
            "usgov" or "azureusgovernment" => UsGovernment,
            "china" or "azurechinacloud" => China,
            _ => null,
        };
        return cloud is not null;
    }
}
