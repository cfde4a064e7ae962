using Advisor.Core.Capacity;

namespace Advisor.Service.Evaluation;

/// <summary>Describes a workload in words: "80 % echo of 2,048 B, 20 % sendToSmallGroup of 512 B in groups of 10 (declared)".</summary>
internal static class WorkloadText
{
    public static string Describe(Workload workload, bool declared) =>
        string.Join(", ", workload.Parts.Select(part => Describe(part, workload.Parts.Count > 1)))
        + (declared ? " (declared)" : " (inferred from the traffic)");

    private static string Describe(WorkloadPart part, bool withShare)
    {
        var share = withShare ? $"{part.Share.Percent:0.#} % " : string.Empty;
        var group = part.GroupSize is { } size ? $" in groups of {size}" : string.Empty;
        return $"{share}{part.UseCase.ToWireName()} of {part.MessageBytes:#,0} B{group}";
    }
}
