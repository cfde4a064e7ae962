using System.Text;
using System.Text.Json;
using Advisor.Azure.Metrics;
using Advisor.Azure.Resources;
using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Lab.Resources;
using Advisor.Lab.Traces;
using Advisor.Service.SignedLinks;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store.Rows;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Fuzzing;

/// <summary>
/// The parsers of bytes from outside: files of users, answers of Azure, links, rows of the state. Lines of <c>advisor decide</c> have a
/// fuzzer of their own, which also judges the decisions.
/// </summary>
internal static class ParserTargets
{
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly string[] Tags =
    [
        "advisor-mode=auto",
        "advisor-max-units=40",
        "advisor-workload=sendToSmallGroup:0.7:2048:10,echo:0.3:1024",
        "advisor-targets=serverLoad:0.6, CONNECTIONS:0.8",
        "advisor-monthly-budget=500 USD",
        "advisor-time-zone=America/New_York",
        "advisor-pause-until=2026-01-31T18:00+02:00",
        "advisor-pin=20",
        "advisor-steady-hours=mon-fri 08:00-18:00; Sat 09:00-24:00",
        "advisor-min-saving=20, 7.5 %",
        "advisor-scale-in-windows=mon-thu 20:00-06:00",
    ];

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        FuzzTarget.Create("settings", ReadSettings, Text(Settings)),
        FuzzTarget.Create("tags", ReadTags, [.. Tags.Select(Text)]),
        CreateRules("skus", RuleFiles.Skus, root => SkuReader.Read(root)),
        CreateRules("policy", RuleFiles.Policy, root => PolicyReader.Read(root)),
        CreateRules("alerts", RuleFiles.Alerts, root => AlertReader.Read(root)),
        CreateRules("capacity", RuleFiles.Capacity[0], root => CapacityReader.Read(root, "signalr")),
        FuzzTarget.Create(
            "trace",
            bytes => TraceReader.Read(ToReader(bytes), "trace"),
            Text("timestamp,value\n2026-01-05T00:00:00Z,5\n2026-01-05T00:01:00Z,6.5\n")
        ),
        FuzzTarget.Create(
            "measured-csv",
            bytes => MeasuredCsvReader.Read(ToReader(bytes), "measured", SimulatedResource.StandardLadder),
            Text("time,ServerLoad,ConnectionCount\n2026-01-05T00:00:00Z,55,1000\n2026-01-05T00:01:00Z,,1001\n")
        ),
        FuzzTarget.Create(
            "measured-json",
            bytes => MeasuredJsonReader.Read(Encoding.UTF8.GetString(bytes), "measured", SimulatedResource.StandardLadder),
            Sample("az-metrics-list.json")
        ),
        FuzzTarget.Create(
            "monitor",
            bytes => MetricsJson.Parse(bytes, ServiceKind.SignalR, TimeSpan.FromMinutes(1)),
            Sample("metrics-batch.json"),
            Sample("metrics-partly-failed.json"),
            Sample("az-metrics-list.json")
        ),
        TemplateTarget.Create(),
        FuzzTarget.Create("arm", ReadResource, Sample("az-signalr-show.json"), Sample("signalr-list.json")),
        FuzzTarget.Create("link", CheckLink, Text(SignLink())),
        FuzzTarget.Create("state", ReadState, [.. ReadRows()]) with
        {
            Documented = [typeof(InvalidDataException)],
        },
    ];

    private const string Settings = """
        scope: { cloud: public, subscriptions: [00000000-0000-0000-0000-000000000000], tags: { environment: production } }
        trustTags: limits
        defaults:
          mode: auto
          minUnits: 2
          maxUnits: 100
          workload:
            - { useCase: sendToSmallGroup, share: 0.7, messageBytes: 2048, groupSize: 10 }
            - { useCase: broadcast, share: 30%, messageBytes: 1024 }
          targets: { serverLoad: 0.7 }
          timeZone: Europe/Berlin
          monthlyBudget: { amount: 2000, currency: USD }
          steady: { hours: [{ days: mon-fri, from: "08:00", to: "18:00" }], maxOverload: 1% }
        resources:
          - { match: chat*, maxUnits: 50, pauseUntil: "2027-01-31T18:00Z" }
        schedules:
          - { name: day, days: mon-fri, from: "08:00", to: "18:00", timeZone: Europe/Berlin, minUnits: 5, resources: [chat] }
        events:
          - { name: opening, start: 2027-03-06T17:00+01:00, end: 2027-03-06T23:00+01:00, minUnits: 40, leadMinutes: 60 }
        channels:
          - { name: room, type: teams, address: env:ROOM, maxMessages: 30 per 1h }
        teams:
          - { name: chat, channels: [room], digest: "30 7 * * mon,thu" }
        routes:
          - { tag: product, value: chat, team: chat }
          - { team: chat }
        """;

    private static FuzzTarget CreateRules(string name, string file, Func<MapReader, object?> read) =>
        FuzzTarget.Create(
            name,
            bytes =>
            {
                if (MapReader.FromDocument(Encoding.UTF8.GetString(bytes), new ProblemLog(file)) is { } root)
                {
                    read(root);
                }
            },
            Encoding.UTF8.GetBytes(RuleFiles.ReadEmbedded(file))
        ) with
        {
            InputsOfTest = 300,
        };

    private static void ReadSettings(byte[] bytes)
    {
        var loaded = ConfigurationLoader.Parse(Encoding.UTF8.GetString(bytes), RuleSetLoader.Embedded);
        loaded.Configuration?.ResolveSettings("chat", ServiceKind.SignalR, new Dictionary<string, string>(), Now);
    }

    private static void ReadTags(byte[] bytes)
    {
        var parts = Encoding.UTF8.GetString(bytes).Split('=', 2);
        var tags = new Dictionary<string, string> { [parts[0]] = parts[^1] };
        AdvisorConfiguration.CreateDefault(RuleSetLoader.Embedded).ResolveSettings("chat", ServiceKind.SignalR, tags, Now);
    }

    // As a caller does: what is not JSON is its exception, whatever else is a problem in words.
    private static void ReadResource(byte[] bytes)
    {
        JsonDocument document;
        try
        {
            document = JsonDocument.Parse(bytes);
        }
        catch (JsonException)
        {
            return;
        }

        using (document)
        {
            ResourceJson.Parse(document.RootElement);
        }
    }

    private static string SignLink() => CreateSigner().Sign("approve", Now.AddDays(1), "chat");

    private static void CheckLink(byte[] bytes)
    {
        var token = Encoding.UTF8.GetString(bytes);
        if (CreateSigner().Check(token, "approve", Now, "chat") == LinkState.Valid && token != SignLink())
        {
            throw new InvalidOperationException("Another token is valid.");
        }
    }

    private static LinkSigner CreateSigner() =>
        new(
            KeyRing.Read("key:" + Convert.ToBase64String([.. Enumerable.Range(1, 32).Select(i => (byte)i)])).Ring!,
            "https://advisor.example"
        );

    private static void ReadState(byte[] bytes) => StateImport.CheckAsync(ToReader(bytes), CancellationToken.None).GetAwaiter().GetResult();

    private static IEnumerable<byte[]> ReadRows()
    {
        yield return Text(ExportFormat.WriteHead(1) + "\n" + Row("layout") + "\n" + Row("pause") + "\n" + ExportFormat.WriteEnd(2) + "\n");

        static string Row(string key) => ExportFormat.WriteRow(new Row("fleet", key, 1, Now, "{\"buckets\":1}"u8.ToArray(), "1"));
    }

    private static StringReader ToReader(byte[] bytes) => new(Encoding.UTF8.GetString(bytes));

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Sample(string name) =>
        File.ReadAllBytes(RepositoryFiles.GetPath("tests", "Advisor.Azure.Tests", "Samples", name));
}
