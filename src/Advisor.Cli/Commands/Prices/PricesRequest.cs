using Advisor.Cli.Inputs;

namespace Advisor.Cli.Commands.Prices;

/// <summary>Request of <c>advisor prices</c>.</summary>
/// <param name="State">Value of <c>--state</c>; null = the default file of watch.</param>
internal sealed record PricesRequest(string? State, SettingsSource Settings, bool Json)
{
    public AzureSource Azure { get; init; } = new();

    /// <summary>Regions to read, in lower case; empty = those of the resources.</summary>
    public IReadOnlyList<string> Regions { get; init; } = [];
}
