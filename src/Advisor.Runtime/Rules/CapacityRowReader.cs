using Advisor.Core.Capacity;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Rules;

/// <summary>Reads one row of a capacity table and checks its columns against each other.</summary>
internal static class CapacityRowReader
{
    private const double MostRate = 1e12;
    private const int MostUnits = 1000;
    private const int MostCount = 100_000_000;

    // The guides round 1,000 messages of 2,048 bytes to 2 MB: bytes may be up to 5 % off messages times 2,000.
    private const double BytesPerMessage = 2000;
    private const double Rounding = 0.05;

    public static CapacityRow? Read(MapReader map, string? edition, SourceList sources)
    {
        var id = map.Text("id");
        var useCase = map.Choice("useCase", Words.UseCases);
        var source = sources.NameOf(map, "source");
        var publisher = map.Flag("inboundIsPublisher");
        var note = map.Text("note", required: false);
        var units = map.Wholes("units", 1, MostUnits);
        var connections = map.Numbers("connections", 1, MostRate);
        var inbound = map.Numbers("inboundMessages", 0, MostRate);
        var outbound = map.Numbers("outboundMessages", 0, MostRate);
        var inboundBytes = map.Numbers("inboundBytes", 0, MostRate);
        var outboundBytes = map.Numbers("outboundBytes", 0, MostRate);
        var members = map.Wholes("groupMembers", 1, MostCount, required: false);
        var groups = map.Wholes("groups", 1, MostCount, required: false);
        var appServerUnits = map.Wholes("appServerUnits", 1, MostUnits, required: false);
        var appServers = map.Wholes("appServers", 1, MostCount, required: false);
        var aspNet = map.Wholes("aspNetAppServers", 1, MostCount, required: false);
        if (id is not null && useCase is not null && edition is not null && id != $"{edition}.{useCase.Value.WireName()}")
        {
            map.Report("id", $"The id of this row must be {edition}.{useCase.Value.WireName()}.");
        }

        CheckColumns(map, units, connections, inbound, outbound, inboundBytes, outboundBytes, publisher == true);
        CheckLength(map, "groupMembers", members?.Count, units?.Count);
        CheckLength(map, "groups", groups?.Count, units?.Count);
        Ascending(map, "appServerUnits", appServerUnits);
        CheckLength(map, "appServers", appServers?.Count, (appServerUnits ?? units)?.Count);
        CheckLength(map, "aspNetAppServers", aspNet?.Count, (appServerUnits ?? units)?.Count);
        NeverFalls(map, "appServers", appServers?.Select(n => (double)n));
        NeverFalls(map, "aspNetAppServers", aspNet?.Select(n => (double)n));
        CorrectionReader.Check(map, appServerUnits ?? units, units);
        map.Done();
        if (id is null || useCase is null || source is null || publisher is null || units is null || connections is null
            || inbound is null || outbound is null || inboundBytes is null || outboundBytes is null)
        {
            return null;
        }

        return new CapacityRow(
            useCase.Value, source, units, connections, inbound, outbound, inboundBytes, outboundBytes, appServers, aspNet, publisher.Value)
        {
            Id = id,
            AppServerUnits = appServerUnits ?? units,
            GroupMembers = members,
            Groups = groups,
            Note = note,
        };
    }

    private static void CheckColumns(
        MapReader map,
        IReadOnlyList<int>? units,
        IReadOnlyList<double>? connections,
        IReadOnlyList<double>? inbound,
        IReadOnlyList<double>? outbound,
        IReadOnlyList<double>? inboundBytes,
        IReadOnlyList<double>? outboundBytes,
        bool publisher)
    {
        Ascending(map, "units", units);
        foreach (var (key, column) in new[]
        {
            ("connections", connections), ("inboundMessages", inbound), ("outboundMessages", outbound),
            ("inboundBytes", inboundBytes), ("outboundBytes", outboundBytes),
        })
        {
            CheckLength(map, key, column?.Count, units?.Count);
            NeverFalls(map, key, column);
        }

        BytesFollowMessages(map, "inboundBytes", inboundBytes, inbound);
        BytesFollowMessages(map, "outboundBytes", outboundBytes, outbound);
        if (publisher && inbound?.Distinct().Count() > 1)
        {
            map.Report("inboundMessages", "What the publisher sends is the same at every size (inboundIsPublisher is true).");
        }
    }

    private static void CheckLength(MapReader map, string key, int? length, int? expected)
    {
        if (length is not null && expected is not null && length != expected)
        {
            map.Report(key, $"There are {length} values for {expected} sizes.");
        }
    }

    private static void Ascending(MapReader map, string key, IReadOnlyList<int>? units)
    {
        for (var i = 1; i < units?.Count; i++)
        {
            if (units[i] <= units[i - 1])
            {
                map.Report(key, $"Sizes ascend, but {units[i]} follows {units[i - 1]}.");
            }
        }

        if (units?.Count == 0)
        {
            map.Report(key, "There is no size.");
        }
    }

    private static void NeverFalls(MapReader map, string key, IEnumerable<double>? column)
    {
        var values = column?.ToList() ?? [];
        for (var i = 1; i < values.Count; i++)
        {
            if (values[i] < values[i - 1])
            {
                map.Report($"{key}[{i}]", FormattableString.Invariant($"A greater size never carries less, but {values[i]} follows {values[i - 1]}."));
            }
        }
    }

    private static void BytesFollowMessages(MapReader map, string key, IReadOnlyList<double>? bytes, IReadOnlyList<double>? messages)
    {
        for (var i = 0; bytes is not null && bytes.Count == messages?.Count && i < bytes.Count; i++)
        {
            var expected = messages[i] * BytesPerMessage;
            if (Math.Abs(bytes[i] - expected) > Rounding * expected)
            {
                map.Report($"{key}[{i}]", FormattableString.Invariant($"{messages[i]} messages of 2048 bytes are about {expected} bytes per second, not {bytes[i]}."));
            }
        }
    }
}
