namespace Advisor.Core.Rules;

/// <summary>Rule for display: the value with its unit, its meaning and its sources.</summary>
/// <param name="Id">Id, such as serverLoadTarget, signalr.echo or signalr.Standard_S1.connectionsPerUnit.</param>
/// <param name="File">File in rules/.</param>
/// <param name="Values">One line per number.</param>
/// <param name="Meaning">Meaning of the rule, or a remark on it; null if there is none.</param>
/// <param name="Sources">Sources of the value.</param>
/// <param name="CheckedOn">Day on which the file was last checked against its sources.</param>
public sealed record RuleEntry(
    string Id,
    string File,
    IReadOnlyList<string> Values,
    string? Meaning,
    IReadOnlyList<RuleSource> Sources,
    DateOnly CheckedOn
)
{
    /// <summary>Whether the value was verified in the source itself; null if the file does not state it.</summary>
    public bool? IsVerified { get; init; }
}

/// <summary>Document that is the source of a rule.</summary>
/// <param name="Text">Edition of the document, or "choice of this project".</param>
/// <param name="Url">URL of the document; null if there is none.</param>
public sealed record RuleSource(string Text, string? Url);
