using System.Diagnostics.CodeAnalysis;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>Rules, or all of their problems.</summary>
/// <param name="Rules">Validated rules; null if there is any problem.</param>
/// <param name="Problems">All problems of all files, by file and line; empty if the rules are valid.</param>
/// <param name="Files">Files that were read, with their origin.</param>
public sealed record RuleLoadResult(RuleSet? Rules, IReadOnlyList<DocumentProblem> Problems, IReadOnlyList<RuleFile> Files)
{
    [MemberNotNullWhen(true, nameof(Rules))]
    public bool Succeeded => Rules is not null;
}

/// <summary>File of the rules.</summary>
/// <param name="Name">Path inside rules/, such as <c>capacity/signalr.yaml</c>.</param>
/// <param name="Origin">File on disk that it was read from; null = embedded in the program.</param>
public sealed record RuleFile(string Name, string? Origin);
