using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Capacity;

namespace Advisor.Cli.Commands.Iac;

/// <summary>
/// Finds the SignalR and Web PubSub resources of templates, their replicas, and the units they state: <c>azurerm_signalr_service</c>,
/// <c>azurerm_web_pubsub</c>, <c>azurerm_web_pubsub_socketio</c>, <c>azapi_resource</c>, Bicep with Azure's modules, and ARM.
/// </summary>
public sealed class DeclaredSizes
{
    private readonly IReadOnlyList<CodeFile> files;
    private readonly ModuleUses modules;
    private readonly ParameterValues values;
    private readonly ValueUses uses;

    public DeclaredSizes(IReadOnlyList<CodeFile> files)
    {
        var valuesFiles = new ValuesFiles(files);
        (this.files, modules, values, uses) = (files, new(files, valuesFiles), new(files, valuesFiles), new(files));
    }

    public IReadOnlyList<DeclaredSize> Find() =>
        [
            .. files
                .Where(file => file.IsTemplate)
                .SelectMany(modules.List)
                .SelectMany(file => file.IsTerraform ? file.Entries.Select(entry => ReadTerraform(file, entry)) : ReadTemplate(file))
                .OfType<DeclaredSize>(),
        ];

    private DeclaredSize? ReadTerraform(CodeFile file, CodeEntry entry) =>
        entry.Header is ["resource", var type, var label] && TerraformUnits.FindService(type, entry.Body) is { } service
            ? Create(
                file,
                entry,
                service,
                $"{type}.{label}",
                entry.Body.Find("name"),
                TerraformUnits.IsSkuIgnored(entry.Body) ? null : TerraformUnits.FindSku(type, entry.Body),
                TerraformUnits.FindCapacity(type, entry.Body),
                FindParent(entry.Body.Find("type")?.Literal, entry.Body.Find("parent_id"))
            ) with
            {
                IsIgnored = TerraformUnits.IsIgnored(type, entry.Body),
            }
            : null;

    private IEnumerable<DeclaredSize?> ReadTemplate(CodeFile file)
    {
        var bodies = ListBodies(file, file.Entries, null).ToList();
        return bodies
            .SelectMany(one =>
                one.Body.Select(
                    (entry, i) =>
                        ReadBicep(one.Scope, entry, one.Owner) is not { } size ? null
                        : one.Body.ListDecorators(i).Any(decorator => decorator.Name == "@onlyIfNotExists")
                            ? size with
                            {
                                IsIgnored = true,
                                Sku = null,
                            }
                        : size
                )
            )
            .Concat(bodies.Select(one => ReadArm(one.Scope, one.Body, one.Owner)));
    }

    // Each body with the template whose parameters it sees, and the resource that it is directly in; null where that is none.
    private static IEnumerable<(CodeFile Scope, IReadOnlyList<CodeEntry> Body, CodeEntry? Owner)> ListBodies(
        CodeFile scope,
        IReadOnlyList<CodeEntry> body,
        CodeEntry? owner
    ) =>
        body.SelectMany(entry => entry.Objects.SelectMany(one => ListBodies(scope.FindScope(body, entry), one, FindOwner(body, entry))))
            .Prepend((scope, body, owner));

    // In Bicep the resource of the body; in ARM the one that has the body among its "resources", as Bicep would have it.
    private static CodeEntry? FindOwner(IReadOnlyList<CodeEntry> body, CodeEntry entry) =>
        entry.Header is ["resource", _, _, ..] ? entry
        : entry.Header is ["resources"] && body.Find("type")?.Literal is { } type
            ? new CodeEntry(["resource", "", type], [], [body], entry.Line)
        : null;

    // resource chat 'Microsoft.SignalRService/signalR@2024-03-01' = {...}, or module chat 'br/public:avm/res/...' = {...}
    private DeclaredSize? ReadBicep(CodeFile file, CodeEntry entry, CodeEntry? owner)
    {
        var body = entry.Body;
        if (
            entry.Header is ["resource", var symbol, var own]
            && ResourceTypes.Join(owner?.Header[2], own) is { } type
            && ResourceTypes.FindService(type) is { } service
            && entry.Objects.Count > 0
        )
        {
            var parent = FindParent(type, body.Find("parent") ?? owner);
            var (sku, units) = (body.FindAt("sku", "name"), body.FindAt("sku", "capacity"));
            return Create(file, entry, service, symbol, body.Find("name"), sku, units, parent);
        }

        if (entry.Header is ["module", var label, var source] && ResourceTypes.FindServiceOfModule(source) is { } module)
        {
            var parameters = body.Find("params")?.Body ?? [];
            return Create(file, entry, module, label, parameters.Find("name"), parameters.Find("sku"), parameters.Find("capacity"));
        }

        return null;
    }

    private DeclaredSize? ReadArm(CodeFile file, IReadOnlyList<CodeEntry> body, CodeEntry? owner) =>
        body.Find("type") is { } entry
        && ResourceTypes.Join(owner?.Header[2], entry.Literal) is { } type
        && ResourceTypes.FindService(type) is { } service
        && body.Find("apiVersion") is not null
        && body.Find("existing") is null
            ? Create(
                file,
                entry,
                service,
                body.Find("name")?.Literal ?? "resource",
                body.Find("name"),
                body.FindAt("sku", "name"),
                body.FindAt("sku", "capacity"),
                FindParent(type, owner)
            )
            : null;

    private DeclaredSize Create(
        CodeFile file,
        CodeEntry entry,
        ServiceKind service,
        string address,
        CodeEntry? name,
        CodeEntry? sku,
        CodeEntry? capacity,
        CodeEntry? parent = null
    )
    {
        var found = capacity is null ? null : values.Find(file, capacity);
        var stated = sku is null ? null : values.FindText(file, sku);
        return new DeclaredSize
        {
            Service = service,
            Name = FindName(file, name, parent),
            Sku = stated?.Text,
            SkuDefaultOf = stated?.DefaultOf,
            Address = address,
            File = found?.File ?? file.Whole,
            Line = found?.Number.Line ?? capacity?.Line ?? entry.Line,
            Number = found?.Number,
            DefaultOf = found?.DefaultOf,
            Limits = found is null ? [] : [.. found.Steps.Select(step => step.FindLimit(files)).OfType<ValueLimit>()],
            SharedWith = found is null ? null : uses.FindShared(found.Steps),
            Expression = found is null ? capacity?.Expression : null,
        };
    }

    /// <summary>Returns the name in Azure, that of a replica with the one of its resource: <c>chat/east</c>.</summary>
    private string? FindName(CodeFile file, CodeEntry? name, CodeEntry? parent)
    {
        var own = FindText(file, name);
        return parent is null ? own
            : own is not null && FindText(file, FindResource(file, parent)?.Body.Find("name")) is { } resource ? $"{resource}/{own}"
            : null;
    }

    private static CodeEntry? FindParent(string? type, CodeEntry? parent) => ResourceTypes.IsReplica(type) ? parent : null;

    // chat of Bicep, or azurerm_signalr_service.chat.id of Terraform; the resource itself where the replica stands in it.
    private CodeEntry? FindResource(CodeFile file, CodeEntry parent)
    {
        if (parent.Header is ["resource", _, _, ..])
        {
            return parent;
        }

        var path = parent.Tokens.Where(token => token.Kind == CodeTokenKind.Word).Select(token => token.Text).ToList();
        return file.ListScope(files)
            .SelectMany(one => one.Entries)
            .FirstOrDefault(entry =>
                file.IsTerraform
                    ? path is [var type, var label, "id"] && entry.Header is ["resource", var t, var l] && (t, l) == (type, label)
                    : path is [var symbol] && entry.Header is ["resource", var s, _, ..] && s == symbol
            );
    }

    private string? FindText(CodeFile file, CodeEntry? entry) => entry is null ? null : values.FindText(file, entry)?.Text;
}
