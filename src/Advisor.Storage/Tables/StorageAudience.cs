namespace Advisor.Storage.Tables;

/// <summary>Audience of tokens for Azure Storage, which has its own in each cloud.</summary>
internal static class StorageAudience
{
    // azure-sdk-for-net, Azure.Data.Tables/src/TableAudience.cs, 2026-11.
    private static readonly (string Domain, string Audience)[] Clouds =
    [
        (".core.usgovcloudapi.net", "https://storage.azure.us"),
        (".core.chinacloudapi.cn", "https://storage.azure.cn"),
    ];

    /// <summary>
    /// Returns the scope of a token for an account, such as <c>https://storage.azure.com/.default</c>; that of the public cloud for an
    /// unknown domain.
    /// </summary>
    /// <param name="service">URL of one of the account's services.</param>
    public static string GetScope(Uri service)
    {
        var (_, audience) = Array.Find(Clouds, cloud => service.IdnHost.EndsWith(cloud.Domain, StringComparison.OrdinalIgnoreCase));
        return (audience ?? "https://storage.azure.com") + "/.default";
    }
}
