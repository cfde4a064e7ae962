using Advisor.Core.Capacity;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Rules;

/// <summary>Reads a file of rules/capacity/: one edition of a performance guide.</summary>
internal static class CapacityReader
{
    /// <summary>The unit of every column. A file says them itself, so that nobody fills in MBps where bytes per second are read.</summary>
    private static readonly (string Field, string Unit)[] Columns =
    [
        ("units", "service units"), ("connections", "client connections"), ("groupMembers", "connections per group"), ("groups", "groups"),
        ("inboundMessages", "messages per second"), ("outboundMessages", "messages per second"),
        ("inboundBytes", "bytes per second"), ("outboundBytes", "bytes per second"),
        ("appServers", "app servers"), ("aspNetAppServers", "app servers"),
    ];

    /// <summary>Reads the root of a file that must hold <paramref name="expected"/>, the edition that its name says.</summary>
    public static CapacityTable? Read(MapReader root, string expected)
    {
        var edition = root.Text("edition");
        if (edition is not null && edition != expected)
        {
            root.Report("edition", $"'{edition}' does not belong in this file; it must be '{expected}'.");
            edition = null;
        }

        var service = root.Choice("service", Words.Services);
        root.Text("title");
        var sources = SourceList.Read(root);
        var (messageBytes, leastMessageBytes) = Conditions(root.Map("conditions"));
        MeasuredIn(root.Map("measuredIn"));
        var routing = Routing(root.Map("routing", required: false));
        var serverConnections = ServerConnections(root.Map("serverConnections", required: false));
        var rows = Rows(root, edition, sources);
        if (edition is null || service is null || messageBytes is null || leastMessageBytes is null)
        {
            return null;
        }

        return new CapacityTable(edition, service.Value, messageBytes.Value, leastMessageBytes.Value, rows)
        {
            Routing = routing,
            ServerConnections = serverConnections,
        };
    }

    private static List<CapacityRow> Rows(MapReader root, string? edition, SourceList sources)
    {
        var rows = new List<CapacityRow>();
        var useCases = new HashSet<UseCase>();
        var maps = root.Maps("rows");
        foreach (var map in maps)
        {
            if (CapacityRowReader.Read(map, edition, sources) is { } row)
            {
                rows.Add(row);
                if (!useCases.Add(row.UseCase))
                {
                    map.Report("useCase", $"There are two rows for {row.UseCase.WireName()}.");
                }
            }
        }

        if (maps.Count == 0 && root.Has("rows"))
        {
            root.Report("rows", "There are no rows.");
        }

        return rows;
    }

    private static (int? MessageBytes, int? LeastMessageBytes) Conditions(MapReader? map)
    {
        if (map is null)
        {
            return default;
        }

        map.Text("transport");
        var message = map.Whole("messageBytes", 1, 1_000_000);
        var least = map.Whole("leastMessageBytes", 1, 1_000_000);
        map.Number("sendIntervalSeconds", 1, 1);
        map.Text("latency");
        map.Done();
        if (least > message)
        {
            map.Report("leastMessageBytes", "This must be at most messageBytes.");
        }

        return (message, least);
    }

    private static void MeasuredIn(MapReader? map)
    {
        foreach (var (field, unit) in map is null ? [] : Columns)
        {
            if (map!.Text(field) is { } given && given != unit)
            {
                map.Report(field, $"The unit must be '{unit}', not '{given}'.");
            }
        }

        map?.Done();
    }

    private static RoutingNote? Routing(MapReader? map)
    {
        var from = map?.Whole("unseenFromUnits", 1, 1000);
        var below = map?.Whole("groupMembersBelow", 2, 1_000_000);
        map?.Done();
        return from is null || below is null ? null : new RoutingNote(from.Value, below.Value);
    }

    private static ServerConnectionAdvice? ServerConnections(MapReader? map)
    {
        var sdk = map?.Whole("sdkDefault", 1, 1000);
        var measured = map?.Whole("measuredWith", 1, 1000);
        var advised = map?.Whole("advisedForFanOut", 1, 1000);
        var from = map?.Whole("advisedFromUnits", 1, 1000);
        map?.Done();
        return sdk is null || measured is null || advised is null || from is null
            ? null
            : new ServerConnectionAdvice(sdk.Value, measured.Value, advised.Value, from.Value);
    }
}
