namespace Advisor.Core.Capacity;

/// <summary>Checks whether an edition of the guides covers a workload.</summary>
public static class WorkloadCheck
{
    private const double ShareTolerance = 1e-3;

    /// <summary>
    /// Returns the row of a use case, or of its equivalent in the edition: the Web PubSub guide measured echo through an upstream,
    /// broadcast through REST, and send to connection as send to user through REST. Null if there is neither.
    /// </summary>
    public static CapacityRow? FindRowOrEquivalent(this CapacityTable table, UseCase useCase) =>
        table.FindRow(useCase)
        ?? (table.Service == ServiceKind.WebPubSub && FindEquivalent(useCase) is { } other ? table.FindRow(other) : null);

    /// <summary>Returns all problems of a workload with this edition, one sentence each; empty if there are none.</summary>
    public static IReadOnlyList<string> FindProblems(CapacityTable table, Workload workload)
    {
        List<string> problems = [];
        if (workload.Parts.Count == 0)
        {
            return ["A workload has at least one part."];
        }

        foreach (var part in workload.Parts)
        {
            if (table.FindRowOrEquivalent(part.UseCase) is null)
            {
                problems.Add(DescribeUnmeasured(table, part.UseCase));
            }

            if (part.MessageBytes < 1)
            {
                problems.Add($"{part.UseCase.ToWireName()}: messageBytes is {part.MessageBytes}; it must be 1 or more.");
            }

            if (part.GroupSize < 1)
            {
                problems.Add($"{part.UseCase.ToWireName()}: groupSize is {part.GroupSize}; it must be 1 or more.");
            }
        }

        var sum = workload.Parts.Sum(part => part.Share.Value);
        if (Math.Abs(sum - 1) > ShareTolerance)
        {
            problems.Add($"The shares add up to {sum:0.###}; they must add up to 1.");
        }

        return problems;
    }

    internal static string DescribeUnmeasured(CapacityTable table, UseCase useCase) =>
        $"The guide '{table.Edition}' did not measure {useCase.ToWireName()}; "
        + $"it measured {string.Join(", ", table.Rows.Select(row => row.UseCase.ToWireName()))}.";

    private static UseCase? FindEquivalent(UseCase useCase) =>
        useCase switch
        {
            UseCase.Echo => UseCase.UpstreamEcho,
            UseCase.Broadcast => UseCase.RestBroadcast,
            UseCase.SendToConnection => UseCase.RestSendToUser,
            _ => null,
        };
}
