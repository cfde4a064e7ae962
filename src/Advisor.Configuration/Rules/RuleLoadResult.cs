using System.Diagnostics.CodeAnalysis;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>The rules, or everything that is wrong with them.</summary>
/// <param name="Rules">The checked rules; null where there is any problem.</param>
/// <param name="Problems">All problems of all files, by file and line; empty where the rules are good.</param>
/// <param name="Files">The files that were read, each with where it came from.</param>
public sealed record RuleLoadResult(RuleSet? Rules, IReadOnlyList<DocumentProblem> Problems, IReadOnlyList<RuleFile> Files)
{
    [MemberNotNullWhen(true, nameof(Rules))]
    public bool Succeeded => Rules is not null;
}

/// <summary>One file of the rules.</summary>
/// <param name="Name">Path inside rules/, such as <c>capacity/signalr.yaml</c>.</param>
/// <param name="Origin">The file it was read from; null = the one inside the program.</param>
public sealed record RuleFile(string Name, string? Origin);
