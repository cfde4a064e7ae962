using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>Reads a workload: as a list in advisor.yaml, or in the compact form of a tag.</summary>
internal static class WorkloadReader
{
    private const int DefaultMessageBytes = 2048;
    private const int MostMessageBytes = 16_777_216;
    private const int MostMembers = 1_000_000;

    // Three parts of 0.333 are meant to be the whole.
    private const double ShareTolerance = 0.005;

    /// <summary>The list under a key; null where it is absent or wrong.</summary>
    public static Workload? Read(MapReader map, string key)
    {
        var before = map.Log.Count;
        var maps = map.Maps(key, required: false);
        var parts = maps.Select(part => Part(part, maps.Count == 1)).OfType<WorkloadPart>().ToList();
        if (!map.Has(key) || map.Log.Count > before)
        {
            return null;
        }

        var workload = Whole(parts, out var reason);
        if (reason is not null)
        {
            map.Report(key, reason);
        }

        return workload;
    }

    /// <summary>
    /// Reads <c>useCase:share:messageBytes:groupSize</c>, parts joined by commas: <c>sendToSmallGroup:0.7:2048:10,echo:0.3:1024</c>.
    /// What is left out at the end of a part is as the guides measured; a single part has the share 1.
    /// </summary>
    /// <param name="text">The compact form.</param>
    /// <param name="reason">What is wrong with it; null where it was read.</param>
    public static Workload? Parse(string text, out string? reason)
    {
        var parts = new List<WorkloadPart>();
        var pieces = text.Split(',', StringSplitOptions.TrimEntries);
        foreach (var piece in pieces)
        {
            if (Compact(piece, pieces.Length == 1, out reason) is not { } part)
            {
                return null;
            }

            parts.Add(part);
        }

        return Whole(parts, out reason);
    }

    private static WorkloadPart? Part(MapReader map, bool alone)
    {
        var useCase = map.Choice("useCase", Words.UseCases);
        var share = map.Number("share", 0.0001, 1, required: !alone) ?? 1;
        var bytes = map.Whole("messageBytes", 1, MostMessageBytes, required: false) ?? DefaultMessageBytes;
        var members = map.Whole("groupSize", 1, MostMembers, required: false);
        map.Done();
        if (useCase is { } known && members is not null && !HasGroups(known))
        {
            map.Report("groupSize", $"{known.WireName()} has no groups.");
        }

        return useCase is null ? null : new WorkloadPart(useCase.Value, new Ratio(share), bytes, members);
    }

    private static WorkloadPart? Compact(string piece, bool alone, out string? reason)
    {
        var fields = piece.Split(':', StringSplitOptions.TrimEntries);
        var useCase = Words.Conversion(Words.UseCases)(fields[0], out reason);
        if (reason is not null)
        {
            return null;
        }

        if (fields.Length > 4)
        {
            reason = $"'{piece}' has more than useCase:share:messageBytes:groupSize.";
            return null;
        }

        var share = 1.0;
        var bytes = DefaultMessageBytes;
        var members = 0;
        if (fields.Length < 2 ? !alone : !double.TryParse(fields[1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out share) || share is not (> 0 and <= 1))
        {
            reason = $"The share of '{piece}' must be a number above 0, at most 1.";
        }
        else if (fields.Length > 2 && !InRange(fields[2], MostMessageBytes, out bytes))
        {
            reason = $"The message size of '{piece}' must be from 1 to {MostMessageBytes} bytes.";
        }
        else if (fields.Length > 3 && (!HasGroups(useCase!.Value) || !InRange(fields[3], MostMembers, out members)))
        {
            reason = HasGroups(useCase!.Value) ? $"The group size of '{piece}' must be from 1 to {MostMembers}." : $"{fields[0]} has no groups.";
        }

        return reason is null ? new WorkloadPart(useCase!.Value, new Ratio(share), bytes, members == 0 ? null : members) : null;
    }

    private static Workload? Whole(List<WorkloadPart> parts, out string? reason)
    {
        var sum = parts.Sum(part => part.Share.Value);
        reason = parts.Count == 0 ? "There is no use case."
            : Math.Abs(sum - 1) > ShareTolerance ? FormattableString.Invariant($"The shares add up to {sum:0.###}; they must add up to 1.")
            : null;
        return reason is null ? new Workload([.. parts.Select(part => part with { Share = new Ratio(part.Share.Value / sum) })]) : null;
    }

    private static bool HasGroups(UseCase useCase) => useCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup;

    private static bool InRange(string text, int most, out int value) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= 1 && value <= most;
}
