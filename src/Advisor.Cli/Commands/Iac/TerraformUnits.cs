using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Where the resources of azurerm and azapi state their SKU and units.</summary>
internal static class TerraformUnits
{
    private const string SignalR = "azurerm_signalr_service";
    private const string WebPubSub = "azurerm_web_pubsub";
    private const string SocketIo = "azurerm_web_pubsub_socketio";
    private const string Azapi = "azapi_resource";

    // In ignore_changes.
    private static readonly string[] WholeSku = ["all", "sku", "sku[0]", "body", "body.sku"];
    private static readonly string[] UnitsOfWebPubSub = ["all", "capacity"];
    private static readonly string[] UnitsOfSku = [.. WholeSku, "sku[0].capacity", "sku.0.capacity", "body.sku.capacity"];
    private static readonly string[] NameOfSku = [.. WholeSku, "sku[0].name", "sku.0.name", "body.sku.name"];

    /// <summary>Returns the service of a resource by its type in Terraform; null where it has no units of the two.</summary>
    public static ServiceKind? FindService(string type, IReadOnlyList<CodeEntry> body) =>
        type switch
        {
            SignalR => ServiceKind.SignalR,
            WebPubSub or SocketIo => ServiceKind.WebPubSub,
            Azapi => ResourceTypes.FindService(body.Find("type")?.Literal),
            _ => null,
        };

    /// <summary>Returns the entry of the units; null when none are stated.</summary>
    public static CodeEntry? FindCapacity(string type, IReadOnlyList<CodeEntry> body) =>
        type switch
        {
            SignalR or SocketIo => FindBlock(body, "sku").Find("capacity"),
            WebPubSub => body.Find("capacity"),
            _ => body.FindAt("body", "sku", "capacity"),
        };

    /// <summary>Returns the entry of the SKU; null when none is stated.</summary>
    public static CodeEntry? FindSku(string type, IReadOnlyList<CodeEntry> body) =>
        type switch
        {
            SignalR or SocketIo => FindBlock(body, "sku").Find("name"),
            WebPubSub => body.Find("sku"),
            _ => body.FindAt("body", "sku", "name"),
        };

    // Written out, or as the content of a dynamic block.
    private static IReadOnlyList<CodeEntry> FindBlock(IReadOnlyList<CodeEntry> body, string name) =>
        body.Find(name)?.Body
        ?? body.FirstOrDefault(entry => entry.Header is ["dynamic", var made] && made == name)?.Body.Find("content")?.Body
        ?? [];

    /// <summary>Whether <c>ignore_changes</c> leaves the units of an existing resource alone.</summary>
    public static bool IsIgnored(string type, IReadOnlyList<CodeEntry> body) =>
        Ignores(body, type == WebPubSub ? UnitsOfWebPubSub : UnitsOfSku, "sku.capacity");

    /// <summary>Whether <c>ignore_changes</c> leaves the SKU of an existing resource alone.</summary>
    public static bool IsSkuIgnored(IReadOnlyList<CodeEntry> body) => Ignores(body, NameOfSku, "sku.name");

    private static bool Ignores(IReadOnlyList<CodeEntry> body, string[] changes, string bodyChange) =>
        ListItems(body.Find("lifecycle")?.Body.Find("ignore_changes")).Any(changes.Contains)
        || ListItems(body.Find("ignore_body_changes")).Any(item => item == "sku" || item == bodyChange);

    private static string[] ListItems(CodeEntry? list)
    {
        var items = list?.Expression.Replace("'", "", StringComparison.Ordinal) ?? "";
        return (items.StartsWith('[') && items.EndsWith(']') ? items[1..^1] : items).Split(',');
    }
}
