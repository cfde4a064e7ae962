using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Service.Recommendations;

/// <summary>
/// Resources of a digest that could not be evaluated: a recommendation that is gone for that reason was not followed. Pure.
/// </summary>
internal static class UnevaluatedResources
{
    private const int MaxNames = 5;

    /// <summary>Counts and names them; null when there are none.</summary>
    public static string? Describe(IReadOnlyList<EvaluationRecord> records)
    {
        var names = records
            .Where(IsUnevaluated)
            .Select(record => ResourceIds.GetName(record.ResourceId))
            .Order(StringComparer.Ordinal)
            .ToList();
        return names.Count == 0
            ? null
            : $"{Wording.FormatNumber(names.Count)} of {Wording.FormatCount(records.Count, "resource")} could not be evaluated, and "
                + $"nothing is recommended for {(names.Count == 1 ? "it" : "them")}: "
                + $"{Wording.ListFirst([.. names.Take(MaxNames)], names.Count)}.";
    }

    /// <summary>Whether there are resources and none of them could be evaluated.</summary>
    public static bool AreAll(IReadOnlyList<EvaluationRecord> records) => records.Count > 0 && records.All(IsUnevaluated);

    private static bool IsUnevaluated(EvaluationRecord record) =>
        record.Recommendation is null
        && record.State
            is EvaluationState.Failed
                or EvaluationState.InsufficientData
                or EvaluationState.StaleMetrics
                or EvaluationState.MetricsOutage;
}
