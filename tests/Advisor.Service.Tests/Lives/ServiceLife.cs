using System.Text;
using Advisor.Configuration.Reports;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Prices;
using Advisor.Service.SignedLinks;
using Advisor.Service.Sizes;
using Advisor.Service.StateTransfer;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.Tests;

namespace Advisor.Service.Tests.Lives;

/// <summary>
/// Hours of the service over a fake Azure, written down: every line for people, request to Azure and message as it happens, and at the end
/// the timeline and each kind of row of the state. The same life has the same text.
/// </summary>
internal sealed class ServiceLife
{
    private readonly MemoryStateStore store = new();
    private readonly StringBuilder journal = new();
    private readonly SortedDictionary<int, Func<AdvisorService, DateTimeOffset, Task>> events = [];
    private readonly NotificationLinks links = new(
        new AppLinks(
            new Uri("https://advisor.example.com"),
            KeyRing.Read($"one:{Convert.ToBase64String([.. Enumerable.Range(1, 32).Select(number => (byte)number)])}").Ring!
        ),
        new Uri("https://portal.azure.com")
    );

    private readonly TestApprovals approvals = new(TimeSpan.FromHours(4));

    /// <param name="rules">Null = those of Advisor.</param>
    /// <param name="prices">Where the rules ask for retail prices.</param>
    public ServiceLife(RuleSet? rules = null, IPriceSource? prices = null) =>
        World = new ServiceWorld(store) { Rules = rules ?? RuleSetLoader.Embedded, Prices = prices };

    public ServiceWorld World { get; }

    public FakeAzure Azure => World.Azure;

    public IReadOnlyList<RecordingChannel> Channels { get; } = [new("room"), new("mail"), new("pager")];

    public required RoutingSettings Routing { get; init; }

    public IReadOnlyList<MuteWindow> MuteWindows { get; init; } = [];

    public IReadOnlyList<ReportSettings> Reports { get; init; } = [];

    /// <summary>Sizes that Azure offers; null = none are read.</summary>
    public ISizeSource? Sizes { get; init; }

    /// <summary>What happens before the tick of a minute.</summary>
    public void At(int minute, Action happens) =>
        At(
            minute,
            (_, _) =>
            {
                happens();
                return Task.CompletedTask;
            }
        );

    /// <summary>What a person does before the tick of a minute.</summary>
    public void At(int minute, Func<AdvisorService, DateTimeOffset, Task> does) => events.Add(minute, does);

    /// <summary>The open approval of a resource, answered.</summary>
    public void AnswerAt(int minute, FakeResource resource, bool approves) =>
        At(
            minute,
            async (service, now) =>
            {
                var open = await service.Setup.State.Approvals.FindOpenAsync(resource.Id, now, CancellationToken.None);
                var answers = service.Setup.Approvals;
                var outcome =
                    open is null ? null
                    : approves ? await answers.ApproveAsync(open, "mia", now, CancellationToken.None)
                    : await answers.DeclineAsync(open, "mia", now, CancellationToken.None);
                journal.Append($"  answer {Figures.WriteBriefly(outcome)}\n");
            }
        );

    /// <summary>A tick each interval; a new process now and then.</summary>
    public async Task<string> LiveAsync(string name, int minutes, int restartEvery)
    {
        journal.Append($"{name}\n\n");
        var (interval, loop, service) = ((int)World.Options.Interval.TotalMinutes, default(WatchLoop), default(AdvisorService));
        var (patches, sent) = (0, Channels.Select(_ => 0).ToArray());
        for (var minute = 0; minute < minutes; minute += interval)
        {
            if (minute % restartEvery == 0)
            {
                service = await StartAsync();
                loop = new WatchLoop(service, World.Clock, line => journal.Append(line).Append('\n'));
            }

            if (events.TryGetValue(minute, out var happens))
            {
                await happens(service!, World.Clock.GetUtcNow());
            }

            await loop!.TickAsync(CancellationToken.None);
            foreach (var patch in Azure.Patches.Skip(patches))
            {
                journal.Append($"  PATCH {Figures.WriteBriefly(patch)}\n");
            }

            patches = Azure.Patches.Count;
            for (var i = 0; i < sent.Length; i++)
            {
                foreach (var message in Channels[i].Sent.Skip(sent[i]))
                {
                    journal.Append($"  {Channels[i].Name} {Figures.WriteBriefly(message)}\n");
                }

                sent[i] = Channels[i].Sent.Count;
            }

            World.Clock.Advance(World.Options.Interval);
        }

        await WriteEndAsync(service!);
        return journal.ToString();
    }

    private async Task<AdvisorService> StartAsync()
    {
        var setup = await World.CreateDependenciesAsync();
        setup = setup with
        {
            Sizes = Sizes is null ? null : new SizeBook(setup.Rules, Sizes, setup.State.Sizes),
            Routing = new NotificationRouting(Routing),
            Reports = Reports,
            Links = links,
            FindMuteWindows = now => [.. MuteWindows.Where(window => window.Start <= now && now < window.End)],
            CreateApproval = approvals.Create,
            FormatDetails = decision => decision.Time.ToString("HH:mm"),
            RenderReport = report =>
            {
                var text = Figures.Write(report);
                journal.Append($"  report of {report.Evaluation.Resources.Count} resources {Figures.ComputeDigest(text)}\n");
                return Task.FromResult(new RenderedReport("text", "<p>page", "<p>file"));
            },
        };
        return new AdvisorService(setup, Channels);
    }

    private async Task WriteEndAsync(AdvisorService service)
    {
        var now = World.Clock.GetUtcNow();
        journal.Append("\nTimeline\n");
        foreach (var one in (await service.Setup.State.Timeline.QueryAsync(new(ServiceWorld.Start, now, null, 1000), default)).Records)
        {
            journal.Append($"  {Figures.WriteBriefly(one)}\n");
        }

        journal.Append("\nState\n");
        var kinds = new SortedDictionary<string, List<Row>>(StringComparer.Ordinal);
        await foreach (var row in StateRows.ReadAsync(store, service.Setup.State.Buckets, CancellationToken.None))
        {
            var kind = RowKind.Find(row);
            kind?.Read(row);
            (kinds.TryGetValue(kind?.Name ?? "unknown", out var rows) ? rows : kinds[kind?.Name ?? "unknown"] = []).Add(row);
        }

        foreach (var (kind, rows) in kinds)
        {
            var text = string.Join(
                '\n',
                rows.Select(row => $"{row.Partition} {row.Key} {row.At:O} {Convert.ToHexString(row.Payload.Span)}")
            );
            journal.Append($"  {rows.Count} {kind} {Figures.ComputeDigest(text)}\n");
        }
    }
}
