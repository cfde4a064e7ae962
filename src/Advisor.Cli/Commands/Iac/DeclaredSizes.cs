using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Finds the SignalR and Web PubSub resources of templates, their replicas, and the units they state: <c>azurerm_signalr_service</c>,
/// <c>azurerm_web_pubsub</c>, <c>azurerm_web_pubsub_socketio</c>, <c>azapi_resource</c>, Bicep with Azure's modules, and ARM.
/// </summary>
public sealed class DeclaredSizes(IReadOnlyList<CodeFile> files)
{
    private const string SignalR = "azurerm_signalr_service";
    private const string WebPubSub = "azurerm_web_pubsub";
    private const string SocketIo = "azurerm_web_pubsub_socketio";
    private const string Azapi = "azapi_resource";

    private const string Replicas = "/replicas";

    // Azure Verified Modules, which have the parameters of name and units side by side.
    private const string SignalRModule = "avm/res/signal-r-service/signal-r:";
    private const string WebPubSubModule = "avm/res/signal-r-service/web-pub-sub:";

    // In ignore_changes.
    private static readonly string[] UnitsOfWebPubSub = ["all", "capacity"];
    private static readonly string[] UnitsOfSku =
    [
        "all",
        "sku",
        "sku[0]",
        "sku[0].capacity",
        "sku.0.capacity",
        "body",
        "body.sku",
        "body.sku.capacity",
    ];

    private readonly ParameterValues values = new(files);

    public IReadOnlyList<DeclaredSize> Find() =>
        [
            .. files
                .Where(file => file.IsTemplate)
                .SelectMany(file => file.IsTerraform ? file.Entries.Select(entry => ReadTerraform(file, entry)) : ReadTemplate(file))
                .OfType<DeclaredSize>(),
        ];

    private DeclaredSize? ReadTerraform(CodeFile file, CodeEntry entry) =>
        entry.Header is ["resource", var type, var label] && FindService(type, entry.Body) is { } service
            ? Create(
                file,
                entry,
                service,
                $"{type}.{label}",
                entry.Body.Find("name"),
                FindCapacity(type, entry.Body),
                FindParent(entry.Body.Find("type")?.Literal, entry.Body.Find("parent_id"))
            ) with
            {
                IsIgnored = IsIgnored(type, entry.Body),
            }
            : null;

    private static ServiceKind? FindService(string type, IReadOnlyList<CodeEntry> body) =>
        type switch
        {
            SignalR => ServiceKind.SignalR,
            WebPubSub or SocketIo => ServiceKind.WebPubSub,
            Azapi => FindService(body.Find("type")?.Literal),
            _ => null,
        };

    private static CodeEntry? FindCapacity(string type, IReadOnlyList<CodeEntry> body) =>
        type switch
        {
            SignalR or SocketIo => FindBlock(body, "sku").Find("capacity"),
            WebPubSub => body.Find("capacity"),
            _ => body.Find("body")?.Body.Find("sku")?.Body.Find("capacity"),
        };

    // Written out, or as the content of a dynamic block.
    private static IReadOnlyList<CodeEntry> FindBlock(IReadOnlyList<CodeEntry> body, string name) =>
        body.Find(name)?.Body
        ?? body.FirstOrDefault(entry => entry.Header is ["dynamic", var made] && made == name)?.Body.Find("content")?.Body
        ?? [];

    private static bool IsIgnored(string type, IReadOnlyList<CodeEntry> body)
    {
        var ignored = ListItems(body.Find("lifecycle")?.Body.Find("ignore_changes"));
        return ignored.Any((type == WebPubSub ? UnitsOfWebPubSub : UnitsOfSku).Contains)
            || ListItems(body.Find("ignore_body_changes")).Any(item => item is "sku" or "sku.capacity");
    }

    private static string[] ListItems(CodeEntry? list)
    {
        var items = list?.Expression.Replace("'", "", StringComparison.Ordinal) ?? "";
        return (items.StartsWith('[') && items.EndsWith(']') ? items[1..^1] : items).Split(',');
    }

    private IEnumerable<DeclaredSize?> ReadTemplate(CodeFile file) =>
        file
            .Entries.ListBodies()
            .SelectMany(body =>
                body.Select((entry, i) => ReadBicep(file, entry) is { } size ? size with { IsIgnored = IsCreatedOnce(body, i) } : null)
            )
            .Concat(ReadArm(file));

    // resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {...}, or module chat 'br/public:avm/res/...' = {...}
    private DeclaredSize? ReadBicep(CodeFile file, CodeEntry entry)
    {
        var body = entry.Body;
        if (entry.Header is ["resource", var symbol, var type] && FindService(type) is { } service && entry.Objects.Count > 0)
        {
            var parent = FindParent(type, body.Find("parent"));
            return Create(file, entry, service, symbol, body.Find("name"), body.Find("sku")?.Body.Find("capacity"), parent);
        }

        if (entry.Header is ["module", var label, var source] && FindModule(source) is { } module)
        {
            var parameters = body.Find("params")?.Body ?? [];
            return Create(file, entry, module, label, parameters.Find("name"), parameters.Find("capacity"));
        }

        return null;
    }

    private static ServiceKind? FindModule(string source) =>
        source.Contains(SignalRModule, StringComparison.Ordinal) ? ServiceKind.SignalR
        : source.Contains(WebPubSubModule, StringComparison.Ordinal) ? ServiceKind.WebPubSub
        : null;

    private static bool IsCreatedOnce(IReadOnlyList<CodeEntry> body, int index) =>
        body.Take(index).Reverse().TakeWhile(entry => entry.Name.StartsWith('@')).Any(entry => entry.Name == "@onlyIfNotExists");

    private IEnumerable<DeclaredSize> ReadArm(CodeFile file) =>
        from body in file.Entries.ListBodies()
        let service = FindService(body.Find("type")?.Literal)
        where service is not null && body.Find("apiVersion") is not null && body.Find("existing") is null
        select Create(
            file,
            body.Find("type")!,
            service.Value,
            body.Find("name")?.Literal ?? "resource",
            body.Find("name"),
            body.Find("sku")?.Body.Find("capacity")
        );

    private DeclaredSize Create(
        CodeFile file,
        CodeEntry entry,
        ServiceKind service,
        string address,
        CodeEntry? name,
        CodeEntry? capacity,
        CodeEntry? parent = null
    )
    {
        var found = capacity is null || capacity.Number is not null ? null : values.Find(file, capacity);
        return new DeclaredSize
        {
            Service = service,
            Name = FindName(file, name, parent),
            Address = address,
            File = found?.File ?? file,
            Line = found?.Number.Line ?? capacity?.Number?.Line ?? capacity?.Line ?? entry.Line,
            Number = found?.Number ?? capacity?.Number,
            DefaultOf = found?.DefaultOf,
            Expression = capacity is null || capacity.Number is not null || found is not null ? null : capacity.Expression,
        };
    }

    /// <summary>Returns the name in Azure, that of a replica with the one of its resource: <c>chat/east</c>.</summary>
    private string? FindName(CodeFile file, CodeEntry? name, CodeEntry? parent)
    {
        var own = FindName(file, name);
        return parent is null ? own
            : own is not null && FindName(file, FindResource(file, parent)?.Body.Find("name")) is { } resource ? $"{resource}/{own}"
            : null;
    }

    private static CodeEntry? FindParent(string? type, CodeEntry? parent) =>
        type?.Split('@')[0].EndsWith(Replicas, StringComparison.OrdinalIgnoreCase) == true ? parent : null;

    // chat of Bicep, or azurerm_signalr_service.chat.id of Terraform.
    private CodeEntry? FindResource(CodeFile file, CodeEntry reference)
    {
        var path = reference.Tokens.Where(token => token.Kind == CodeTokenKind.Word).Select(token => token.Text).ToList();
        return file.ListScope(files)
            .SelectMany(one => one.Entries)
            .FirstOrDefault(entry =>
                file.IsTerraform
                    ? path is [var type, var label, "id"] && entry.Header is ["resource", var t, var l] && (t, l) == (type, label)
                    : path is [var symbol] && entry.Header is ["resource", var s, _] && s == symbol
            );
    }

    private string? FindName(CodeFile file, CodeEntry? name) =>
        name is null ? null
        : name.Literal is { } literal && !literal.Contains("${", StringComparison.Ordinal) && !literal.StartsWith('[') ? literal
        : values.FindText(file, name);

    // By the type of Azure, with or without its version; null where it is neither service, nor a replica of one.
    private static ServiceKind? FindService(string? type) =>
        type?.Split('@')[0].ToLowerInvariant() switch
        {
            "microsoft.signalrservice/signalr" or "microsoft.signalrservice/signalr" + Replicas => ServiceKind.SignalR,
            "microsoft.signalrservice/webpubsub" or "microsoft.signalrservice/webpubsub" + Replicas => ServiceKind.WebPubSub,
            _ => null,
        };
}
