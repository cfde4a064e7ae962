using Advisor.Azure;
using Advisor.Core.Fleet;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Request of <c>advisor prices</c>.</summary>
/// <param name="State">Value of <c>--state</c>; null = the default file of watch.</param>
internal sealed record PricesRequest(string? State, bool Json)
{
    public string? ConfigFile { get; init; }

    public string? RulesFolder { get; init; }

    public FleetScope Scope { get; init; } = new();

    public bool Local { get; init; }

    public AzureEndpoints? Cloud { get; init; }

    /// <summary>Address of a loopback Azure; null = Azure.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Regions to read, in lower case; empty = those of the resources.</summary>
    public IReadOnlyList<string> Regions { get; init; } = [];
}
