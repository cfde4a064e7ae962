using System.Text.RegularExpressions;
using Advisor.Core.Quantities;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Tick;

/// <summary>The problems of a tick as lines for people: where Azure fails, a thousand resources are one line, not a thousand.</summary>
internal static partial class ProblemLines
{
    /// <summary>Creates one line for all resources that failed in the same way: that of the first, and how many others there are.</summary>
    // Batches end in any order: the first by id, so that the next tick has the same line.
    public static IEnumerable<string> Create(IEnumerable<ResourceEvaluation> failed) =>
        failed
            .OrderBy(evaluation => evaluation.ResourceId, StringComparer.OrdinalIgnoreCase)
            .GroupBy(evaluation => RemoveTimes(evaluation.Problem!.Replace(evaluation.ResourceId, "", StringComparison.OrdinalIgnoreCase)))
            .Select(group =>
                $"{group.First().ResourceId}: {group.First().Problem}"
                + (group.Count() > 1 ? $" The same for {Wording.FormatCount(group.Count() - 1, "other resource")}." : "")
            );

    /// <summary>Returns the problems that the tick before did not have. A time to wait that counts down makes no new one.</summary>
    public static IEnumerable<string> FindNew(IEnumerable<string> problems, IEnumerable<string> before) =>
        problems.ExceptBy(before.Select(RemoveTimes), RemoveTimes, StringComparer.Ordinal);

    private static string RemoveTimes(string problem) => Times().Replace(problem, "");

    [GeneratedRegex(@"\b[0-9]+ (s|min|h)\b", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Times();
}
