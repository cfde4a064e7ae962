using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Configuration.Resources;

/// <summary>Reads a workload: a list in advisor.yaml, or the compact form of a tag.</summary>
internal static class WorkloadReader
{
    private const int DefaultMessageBytes = 2048;
    private const int MaxMessageBytes = 16_777_216;
    private const int MaxMembers = 1_000_000;

    // Three shares of 0.333 count as 1.
    private const double ShareTolerance = 0.005;

    /// <summary>Reads the list under a key; null if it is absent or invalid.</summary>
    public static Workload? Read(MapReader map, string key)
    {
        var before = map.Log.Count;
        var maps = map.ReadMaps(key, required: false);
        var parts = maps.Select(part => ReadPart(part, maps.Count == 1)).OfType<WorkloadPart>().ToList();
        if (!map.HasKey(key) || map.Log.Count > before)
        {
            return null;
        }

        var workload = CreateWorkload(parts, out var reason);
        if (reason is not null)
        {
            map.Report(key, reason);
        }

        return workload;
    }

    /// <summary>
    /// Parses <c>useCase:share:messageBytes:groupSize</c>, parts joined by commas: <c>sendToSmallGroup:0.7:2048:10,echo:0.3:1024</c>.
    /// Values omitted at the end of a part are those of the guides' measurements; a single part has the share 1.
    /// </summary>
    /// <param name="text">Text in the compact form.</param>
    /// <param name="reason">Error in the text; null if it was parsed.</param>
    public static Workload? Parse(string text, out string? reason)
    {
        var parts = new List<WorkloadPart>();
        var pieces = text.Split(',', StringSplitOptions.TrimEntries);
        foreach (var piece in pieces)
        {
            if (ParsePart(piece, pieces.Length == 1, out reason) is not { } part)
            {
                return null;
            }

            parts.Add(part);
        }

        return CreateWorkload(parts, out reason);
    }

    private static WorkloadPart? ReadPart(MapReader map, bool alone)
    {
        var useCase = map.ReadChoice("useCase", EnumNames.UseCases);
        var share = map.ReadNumber("share", 0.0001, 1, required: !alone) ?? 1;
        var bytes = map.ReadInteger("messageBytes", 1, MaxMessageBytes, required: false) ?? DefaultMessageBytes;
        var members = map.ReadInteger("groupSize", 1, MaxMembers, required: false);
        map.ReportUnknownKeys();
        if (useCase is { } known && members is not null && !HasGroups(known))
        {
            map.Report("groupSize", $"{known.ToWireName()} has no groups.");
        }

        return useCase is null ? null : new WorkloadPart(useCase.Value, new Ratio(share), bytes, members);
    }

    private static WorkloadPart? ParsePart(string piece, bool alone, out string? reason)
    {
        var fields = piece.Split(':', StringSplitOptions.TrimEntries);
        var useCase = EnumNames.CreateConversion(EnumNames.UseCases)(fields[0], out reason);
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
        if (
            fields.Length < 2
                ? !alone
                : !FiniteNumber.TryParse(fields[1], NumberStyles.AllowDecimalPoint, out share) || share is not (> 0 and <= 1)
        )
        {
            reason = $"The share of '{piece}' must be a number above 0, at most 1.";
        }
        else if (fields.Length > 2 && !IsInRange(fields[2], MaxMessageBytes, out bytes))
        {
            reason = $"The message size of '{piece}' must be from 1 to {MaxMessageBytes} bytes.";
        }
        else if (fields.Length > 3 && (!HasGroups(useCase!.Value) || !IsInRange(fields[3], MaxMembers, out members)))
        {
            reason = HasGroups(useCase!.Value)
                ? $"The group size of '{piece}' must be from 1 to {MaxMembers}."
                : $"{fields[0]} has no groups.";
        }

        return reason is null ? new WorkloadPart(useCase!.Value, new Ratio(share), bytes, members == 0 ? null : members) : null;
    }

    private static Workload? CreateWorkload(List<WorkloadPart> parts, out string? reason)
    {
        var sum = parts.Sum(part => part.Share.Value);
        reason =
            parts.Count == 0 ? "A use case is required."
            : Math.Abs(sum - 1) > ShareTolerance ? $"The shares add up to {sum:0.###}; they must add up to 1."
            : null;
        return reason is null ? new Workload([.. parts.Select(part => part with { Share = new Ratio(part.Share.Value / sum) })]) : null;
    }

    private static bool HasGroups(UseCase useCase) => useCase is UseCase.SendToSmallGroup or UseCase.SendToBigGroup;

    private static bool IsInRange(string text, int max, out int value) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= 1 && value <= max;
}
