using Advisor.Cli.Commands.Iac.Code;

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

    private static readonly string[] Types =
    [
        "Microsoft.SignalRService/signalR",
        "Microsoft.SignalRService/webPubSub",
        "Microsoft.SignalRService/signalR" + Replicas,
        "Microsoft.SignalRService/webPubSub" + Replicas,
    ];

    // Azure Verified Modules, which have the parameters of name and units side by side.
    private static readonly string[] Modules = ["avm/res/signal-r-service/signal-r:", "avm/res/signal-r-service/web-pub-sub:"];

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
        entry.Header is ["resource", var type, var label] && IsSized(type, entry.Body)
            ? Create(
                file,
                entry,
                $"{type}.{label}",
                entry.Body.Find("name"),
                FindCapacity(type, entry.Body),
                FindParent(entry.Body.Find("type")?.Literal, entry.Body.Find("parent_id"))
            ) with
            {
                IsIgnored = IsIgnored(type, entry.Body),
            }
            : null;

    private static bool IsSized(string type, IReadOnlyList<CodeEntry> body) =>
        type is SignalR or WebPubSub or SocketIo || (type == Azapi && IsOurs(body.Find("type")?.Literal));

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
        if (entry.Header is ["resource", var symbol, var type] && IsOurs(type) && entry.Objects.Count > 0)
        {
            var parent = FindParent(type, body.Find("parent"));
            return Create(file, entry, symbol, body.Find("name"), body.Find("sku")?.Body.Find("capacity"), parent);
        }

        if (entry.Header is ["module", var label, var source] && Modules.Any(source.Contains))
        {
            var parameters = body.Find("params")?.Body ?? [];
            return Create(file, entry, label, parameters.Find("name"), parameters.Find("capacity"));
        }

        return null;
    }

    private static bool IsCreatedOnce(IReadOnlyList<CodeEntry> body, int index) =>
        body.Take(index).Reverse().TakeWhile(entry => entry.Name.StartsWith('@')).Any(entry => entry.Name == "@onlyIfNotExists");

    private IEnumerable<DeclaredSize> ReadArm(CodeFile file) =>
        from body in file.Entries.ListBodies()
        where IsOurs(body.Find("type")?.Literal) && body.Find("apiVersion") is not null && body.Find("existing") is null
        select Create(
            file,
            body.Find("type")!,
            body.Find("name")?.Literal ?? "resource",
            body.Find("name"),
            body.Find("sku")?.Body.Find("capacity")
        );

    private DeclaredSize Create(
        CodeFile file,
        CodeEntry entry,
        string address,
        CodeEntry? name,
        CodeEntry? capacity,
        CodeEntry? parent = null
    )
    {
        var found = capacity is null || capacity.Number is not null ? null : values.Find(file, capacity);
        return new DeclaredSize
        {
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

    private static bool IsOurs(string? type) => type is not null && Types.Contains(type.Split('@')[0], StringComparer.OrdinalIgnoreCase);
}
