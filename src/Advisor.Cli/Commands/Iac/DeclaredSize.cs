using Advisor.Cli.Commands.Iac.Code;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Units of a resource as its template states them.</summary>
public sealed record DeclaredSize
{
    public required ServiceKind Service { get; init; }

    /// <summary>Name of the resource in Azure; null where the template computes it.</summary>
    public required string? Name { get; init; }

    /// <summary>Address in the template: <c>azurerm_signalr_service.chat</c>, or the symbolic name of Bicep.</summary>
    public required string Address { get; init; }

    /// <summary>
    /// SKU that the template states, such as Standard_S1; null where it states none, one that it computes, or leaves that of an existing
    /// resource alone.
    /// </summary>
    public string? Sku { get; init; }

    /// <summary>Parameter or variable whose default the SKU is, so that a deployment may pass another; null = it is not one.</summary>
    public string? SkuDefaultOf { get; init; }

    /// <summary>File and line of the number; of the resource where there is no number.</summary>
    public required CodeFile File { get; init; }

    public required int Line { get; init; }

    /// <summary>The number; null where there is none, or an expression that is not known before the deployment.</summary>
    public CodeToken? Number { get; init; }

    /// <summary>The expression or the parameter that the number is, where it is not known; null = there is a number, or nothing.</summary>
    public string? Expression { get; init; }

    /// <summary>Parameter or variable whose default the number is, so that a deployment may pass another; null = it is not one.</summary>
    public string? DefaultOf { get; init; }

    /// <summary>What the parameters and variables that the number goes through may be.</summary>
    public IReadOnlyList<ValueLimit> Limits { get; init; } = [];

    /// <summary>What else takes the parameter or variable that the number comes from; null = nothing that the templates deploy.</summary>
    public SharedValue? SharedWith { get; init; }

    /// <summary>Whether the template leaves the units of an existing resource alone.</summary>
    public bool IsIgnored { get; init; }

    /// <summary>Name for people: that in Azure where it is known.</summary>
    public string Label => Name ?? Address;

    /// <summary>Units that a deployment sets: the number, 1 where nothing is stated; null where it is not known beforehand.</summary>
    public int? Units =>
        Expression is not null ? null
        : Number is not { } number ? 1
        : int.TryParse(number.Text, out var units) ? units
        : null;

    /// <summary>Whether the template states another SKU than that of a size; false where it states none.</summary>
    public bool StatesOtherSkuThan(Size size) => Sku is not null && !size.HasSkuOf(size with { Sku = Sku });

    /// <summary>
    /// Whether it is of a resource: by name, id, or address in the template. Names are unique per service only. The name of a replica is
    /// chat/east.
    /// </summary>
    public bool Matches(string resource) =>
        string.Equals(Address, resource, StringComparison.OrdinalIgnoreCase)
        || (
            string.Equals(Name, resource.StartsWith('/') ? ResourceIds.GetName(resource) : resource, StringComparison.OrdinalIgnoreCase)
            && (ResourceIds.FindService(resource) ?? Service) == Service
        );
}
