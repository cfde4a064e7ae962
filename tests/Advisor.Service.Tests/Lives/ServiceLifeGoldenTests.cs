using Advisor.Configuration;
using Advisor.Configuration.Reports;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Configuration.Schedules;
using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Silences;
using Advisor.Service.Sizes;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Lives;

/// <summary>
/// Hours of the service beside what they were when the file was made. Whatever changes a request, a message, a line or a stored row of
/// them shows here; a change that is meant rewrites the files.
/// </summary>
public sealed class ServiceLifeGoldenTests
{
    private static DateTimeOffset Start => ServiceWorld.Start;

    private static readonly RoutingSettings Routing = new()
    {
        Channels =
        [
            new ChannelSettings { Name = "room", Type = ChannelType.Teams },
            new ChannelSettings { Name = "mail", Type = ChannelType.Email },
            new ChannelSettings { Name = "pager", Type = ChannelType.PagerDuty },
        ],
        Teams =
        [
            new TeamSettings("chat", [new TeamChannel("room"), new TeamChannel("pager", AlertSeverity.Critical)])
            {
                Digest = DigestSchedule.Parse("daily", out _),
                MonthlyBudget = new Money(300, "USD"),
            },
            new TeamSettings("platform", [new TeamChannel("mail")]),
        ],
        DefaultTeam = "platform",
    };

    [Fact]
    public async Task A_working_day_of_a_fleet_is_as_it_was_reviewed()
    {
        var life = new ServiceLife
        {
            Routing = Routing,
            Reports = [ReportWorld.CreateReport("mon", "12:30"), ReportWorld.CreateReport("mon", "13:00", team: "chat")],
            MuteWindows =
            [
                new MuteWindow("lunch", new Dictionary<string, string> { ["team"] = "chat" }, Start.AddHours(4), Start.AddHours(5)),
            ],
        };
        var world = life.World;
        world.Options = world.Options with
        {
            Mode = null,
            HistoryBackfill = TimeSpan.FromDays(3),
            Interval = TimeSpan.FromMinutes(10),
            MaxChangesPerHour = 4,
        };
        world.Budgets = [new MonthlyBudget(null, new Money(900, "USD")), new MonthlyBudget("chat", new Money(300, "USD"))];
        world.Costs = new CostList { ListRows = ListCosts };
        life.Azure.Add(
            "chat",
            1,
            at => Day(at, 600, 2800),
            new ResourceSettings
            {
                Mode = AdvisorMode.Auto,
                Team = "chat",
                MaxUnits = 5,
            }
        );
        var ask = life.Azure.Add("ask", 2, at => Day(at, 700, 4200), new ResourceSettings { Mode = AdvisorMode.Approve, Team = "chat" });
        var gate = life.Azure.Add("gate", 1, at => Day(at, 500, 1900), new ResourceSettings { Mode = AdvisorMode.Approve });
        var big = life.Azure.Add("big", 10, at => Day(at, 300, 900), new ResourceSettings { Mode = AdvisorMode.Recommend }, "northeurope");
        life.Azure.Add("up", 1, at => Day(at, 900, 1500), new ResourceSettings { Mode = AdvisorMode.AutoUp }, "northeurope");
        life.Azure.Add("own", 2, at => Day(at, 900, 6500), new ResourceSettings { Mode = AdvisorMode.Auto }).Autoscale = "by-load";
        var full = life.Azure.Add(
            "full",
            2,
            at => Day(at, 1900, 2100),
            new ResourceSettings
            {
                Mode = AdvisorMode.Auto,
                MaxUnits = 2,
                Team = "chat",
            }
        );
        life.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", 20, 3, Start));
        life.AnswerAt(40, ask, approves: true);
        life.AnswerAt(90, gate, approves: false);
        life.AnswerAt(250, gate, approves: true);
        life.At(
            60,
            (service, now) =>
                service.Setup.State.Silences.AddAsync(
                    new Silence
                    {
                        Id = "s1",
                        Matchers = new Dictionary<string, string> { ["resource"] = full.Id },
                        Author = "mia",
                        Reason = "known",
                        Start = now,
                        End = now.AddHours(2),
                    },
                    CancellationToken.None
                )
        );
        life.At(
            120,
            async (service, now) =>
            {
                if (await RecommendationSnoozes.FindRecommendedAsync(service.Setup.State, big.Id, now, CancellationToken.None) is { } line)
                {
                    await RecommendationSnoozes.SnoozeAsync(
                        service.Setup.State,
                        line,
                        "mia",
                        "later",
                        now.AddHours(3),
                        now,
                        CancellationToken.None
                    );
                }
            }
        );

        Golden.AssertMatches("Advisor.Service.Tests", "lives/working-day.txt", await life.LiveAsync("A working day", 26 * 60, 240));
    }

    [Fact]
    public async Task A_bad_night_is_as_it_was_reviewed()
    {
        var life = new ServiceLife { Routing = Routing };
        var (world, azure) = (life.World, life.Azure);
        world.Options = world.Options with { MaxFailedVerifications = 2, DeliveryWindow = TimeSpan.FromHours(1) };
        world.IsDated = true;
        var chat = azure.Add(
            "chat",
            1,
            at => Steps(at, 900, 2800, 900, 4600, 900),
            new ResourceSettings { Mode = AdvisorMode.Auto, Team = "chat" }
        );
        var lobby = azure.Add(
            "lobby",
            2,
            at => Steps(at, 1500, 3900, 3900, 800, 5200),
            new ResourceSettings { Mode = AdvisorMode.Auto },
            "northeurope"
        );
        var old = azure.Add("old", 3, _ => 500, new ResourceSettings { Mode = AdvisorMode.Auto });
        azure.Add("dark", 1, _ => 500, new ResourceSettings { Mode = AdvisorMode.Auto });
        azure.Closes = new() { ["normal"] = 40, ["abnormal"] = 3 };
        azure.Opens = at => at.Minute == 30 ? 600 : 20;
        azure.Changer = () => SizeChangerAnswer.None;

        // The change of the first rise meets everything that Azure may answer.
        azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "Another change runs."));
        azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Throttled, "Too many.", TimeSpan.FromMinutes(4)));
        azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "A lock."));
        azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.ServiceFault, "500."));
        life.At(20, () => azure.MetricFailures.Add("dark"));
        life.At(55, () => life.Channels[0].Answers.Enqueue(DeliveryResult.Refused("No such room.")));
        life.At(80, () => azure.ListFailures.Add(new FleetFailure("s", FailureCode.Forbidden, "No right to list.")));
        life.At(95, azure.ListFailures.Clear);
        life.At(100, () => azure.MetricFailures.Clear());
        life.At(130, () => azure.ChangesFail = true);
        life.At(190, () => azure.ChangesFail = false);
        life.At(200, () => world.Ahead = TimeSpan.FromMinutes(20));
        life.At(215, () => world.Ahead = TimeSpan.Zero);
        life.At(230, () => lobby.Begin(7, world.Clock.GetUtcNow(), world.Clock.GetUtcNow().AddSeconds(100)));
        life.At(245, () => azure.Remove(old));
        life.At(
            260,
            (service, now) =>
                ScalingPauses.PauseAsync(
                    service.Setup.State,
                    chat.ToFleetResource(now),
                    new ScalingPause
                    {
                        ResourceId = chat.Id,
                        Scaling = PausedScaling.All,
                        Author = "mia",
                        Reason = "We look into it.",
                        At = now,
                        Until = now.AddMinutes(50),
                    },
                    CancellationToken.None
                )
        );
        life.At(300, () => (azure.LosesAddresses, azure.ChangeTakes) = (true, TimeSpan.FromMinutes(60)));
        life.At(330, () => chat.Reports = false);

        Golden.AssertMatches("Advisor.Service.Tests", "lives/bad-night.txt", await life.LiveAsync("A bad night", 420, 100));
    }

    /// <summary>Too many messages for a channel, a team that nobody defined, retail prices, sizes as Azure offers them, groups.</summary>
    [Fact]
    public async Task A_noisy_morning_is_as_it_was_reviewed()
    {
        var retail = ConfigurationLoader.Parse("prices: { source: retail, currency: EUR, discount: 50% }", RuleSetLoader.Embedded);
        var life = new ServiceLife(retail.Configuration!.Rules, new PriceList())
        {
            Routing = Routing with
            {
                Notifications = new NotificationSettings { MaxMessages = new MessageLimit(3, TimeSpan.FromMinutes(30)) },
            },
            Sizes = new OfferedSteps(1, 2, 3, 4, 6, 8, 10, 20),
        };
        var (world, azure) = (life.World, life.Azure);
        world.Options = world.Options with { Mode = null, Interval = TimeSpan.FromMinutes(5), MaxUnitsPerHour = 4 };
        for (var i = 0; i < 6; i++)
        {
            var high = 900 + (150 * i);
            var settings = new ResourceSettings
            {
                Team =
                    i == 5 ? "nobody"
                    : i % 2 == 0 ? "chat"
                    : null,
            };
            azure.Add($"r{i}", 1, at => Steps(at, 500, high, 500), settings, i % 2 == 0 ? "westeurope" : "northeurope");
        }

        var grouped = new ResourceSettings
        {
            Mode = AdvisorMode.Auto,
            EndpointGroup = "clients",
            EndpointSizes = EndpointSizes.Together,
        };
        azure.Add("one", 2, at => Steps(at, 1500, 3600, 900), grouped);
        azure.Add("two", 2, at => Steps(at, 700, 900, 900), grouped);
        var frozen = new PlannedWindow("freeze", Start.AddHours(1), Start.AddHours(3), null, IsFreeze: true);
        azure.Add("frozen", 2, at => Steps(at, 900, 2500, 900), new ResourceSettings { Mode = AdvisorMode.Auto, Windows = [frozen] });
        var launch = new PlannedWindow("launch", Start.AddHours(2), Start.AddHours(3), 6, IsFreeze: false);
        azure.Add("launched", 1, at => Steps(at, 500, 600, 500), new ResourceSettings { Mode = AdvisorMode.Auto, Windows = [launch] });
        azure.Add("pinned", 3, at => 700, new ResourceSettings { Mode = AdvisorMode.Auto, Pin = new ResourcePin(4, "a tag") });
        var (main, other) = (azure.Add("main", 2, at => Steps(at, 900, 1700, 900)), azure.Add("other", 2, at => 600, region: "eastus"));
        (main.Peers, other.Peers) = ([other.Id], [main.Id]);

        Golden.AssertMatches("Advisor.Service.Tests", "lives/noisy-morning.txt", await life.LiveAsync("A noisy morning", 240, 90));
    }

    // A morning's rise from 8 to 12, a lunch, an evening's fall.
    private static double Day(DateTimeOffset at, double low, double high)
    {
        var hour = at.TimeOfDay.TotalHours;
        var share =
            hour < 7 ? 0
            : hour < 11 ? (hour - 7) / 4
            : hour < 12.5 ? 0.8
            : hour < 17 ? 1
            : hour < 21 ? (21 - hour) / 4
            : 0;
        return Math.Round(low + ((high - low) * share)) + (at.Minute * 5 % 7);
    }

    private static double Steps(DateTimeOffset at, params double[] levels) =>
        levels[Math.Clamp((int)((at - Start).TotalMinutes / 75), 0, levels.Length - 1)] + (at.Minute * 5 % 7);

    private static IReadOnlyList<ActualCostRow> ListCosts(string subscription, CostWindow window) =>
        [
            .. Enumerable
                .Range(0, 10)
                .Select(day => new ActualCostRow(
                    $"/subscriptions/{subscription}/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat",
                    window.To.AddDays(-day),
                    "Standard Unit",
                    "USD",
                    1.61m,
                    1m
                )),
        ];
}
