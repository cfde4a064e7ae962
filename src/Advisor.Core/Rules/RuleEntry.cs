namespace Advisor.Core.Rules;

/// <summary>One rule as a person reads it: the value with its unit, what it means, and where it comes from.</summary>
/// <param name="Id">Names it: serverLoadTarget, signalr.echo, signalr.Standard_S1.connectionsPerUnit.</param>
/// <param name="File">The file of rules/ that it stands in.</param>
/// <param name="Values">One line for each number of it.</param>
/// <param name="Meaning">What it means, or what a reader should know of it; null = nothing.</param>
/// <param name="Sources">Where it was read.</param>
/// <param name="CheckedOn">The day on which the file was compared with its sources.</param>
public sealed record RuleEntry(
    string Id,
    string File,
    IReadOnlyList<string> Values,
    string? Meaning,
    IReadOnlyList<RuleSource> Sources,
    DateOnly CheckedOn
)
{
    /// <summary>Whether the value was read in the source itself; null where the file does not say.</summary>
    public bool? IsVerified { get; init; }
}

/// <summary>A document that a rule was read in.</summary>
/// <param name="Text">Its edition, or "choice of this project".</param>
/// <param name="Url">Null where it is no document.</param>
public sealed record RuleSource(string Text, string? Url);
