using System.Globalization;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Lab.LocalAzure;
using Advisor.Service.Approvals;
using Advisor.Service.Evaluation;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Models;

/// <summary>
/// Two instances of the service over one store, as the Functions host drives them: messages that wait, come twice, late and in any order.
/// Azure and the two channels are stand-ins; one channel gets messages of many alerts, the other each alert by itself.
/// </summary>
internal sealed partial class ModelWorld
{
    public static DateTimeOffset Start { get; } = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static readonly int[] Loads = [300, 900, 2600, 4200, 6800, 12_000];

    private static readonly NotificationRouting Routing = new(
        new RoutingSettings
        {
            Channels =
            [
                new ChannelSettings { Name = "room", Type = ChannelType.Teams },
                new ChannelSettings { Name = "pager", Type = ChannelType.PagerDuty },
            ],
            Teams = [new TeamSettings("platform", [new TeamChannel("room"), new TeamChannel("pager")])],
            DefaultTeam = "platform",
        }
    );

    private readonly ModelInstance[] instances;
    private readonly List<(DateTimeOffset From, int Count)>[] loads =
    [
        [(DateTimeOffset.MinValue, 900)],
        [(DateTimeOffset.MinValue, 2600)],
        [(DateTimeOffset.MinValue, 900)],
    ];
    private readonly List<object> waiting = [];
    private readonly TestApprovals approvals = new(TimeSpan.FromHours(1));
    private readonly Dictionary<string, int> excused = new(StringComparer.Ordinal);

    private bool wasInterrupted;

    public ModelWorld(IStateStore store)
    {
        Azure = new FakeAzure(Clock) { TakesAll = true };
        Store = new RecordingStore(store);
        Resources =
        [
            Azure.Add("chat", 1, at => FindLoad(0, at), new ResourceSettings { Mode = AdvisorMode.Auto }),
            Azure.Add("lobby", 3, at => FindLoad(1, at), new ResourceSettings { Mode = AdvisorMode.Auto }, "northeurope"),
            Azure.Add("ask", 1, at => FindLoad(2, at), new ResourceSettings { Mode = AdvisorMode.Approve }),
        ];
        instances = [new(StartAsync), new(StartAsync)];
        Truth = new ModelTruth(this);
    }

    public ManualTimeProvider Clock { get; } = new(Start);

    public FakeAzure Azure { get; }

    public RecordingStore Store { get; }

    public IReadOnlyList<FakeResource> Resources { get; }

    public IReadOnlyList<ModelChannel> Channels { get; } = [new("room"), new("pager")];

    public ModelTruth Truth { get; }

    /// <summary>How often a message may have been delivered again, since what delivered it was cut off.</summary>
    public IReadOnlyDictionary<string, int> Excused => excused;

    public Task<AdvisorState> OpenStateAsync() => AdvisorState.OpenAsync(Store, 2, Start, CancellationToken.None);

    public async Task RunAsync(ModelStep step)
    {
        var now = Clock.GetUtcNow();
        switch (step.Kind)
        {
            case StepKind.Minute:
                await RunMinuteAsync(step, 1);
                break;
            case StepKind.Tick:
                await PlanAsync(step);
                break;
            case StepKind.Message when waiting.Count > 0:
                await HandleAsync(waiting[step.A % waiting.Count], step, comesAgain: step.B % 2 == 1);
                break;
            case StepKind.Clock:
                Clock.Advance(TimeSpan.FromMinutes(step.A < 9 ? 1 + (step.A % 3) : 20));
                break;
            case StepKind.Load:
                loads[step.A % 3].Add((now, Loads[step.B % Loads.Length]));
                break;
            case StepKind.OtherChange when !Resources[step.A % 3].IsChanging(now):
                Truth.ChangeByOther(Resources[step.A % 3], 1 + (step.B % 5));
                break;
            case StepKind.Azure:
                Azure.Refusals.Enqueue(Refusals[step.B % Refusals.Length]);
                break;
            case StepKind.Outage:
                SwitchOutage(step.B);
                break;
            case StepKind.Channel:
                Channels[step.A % 2].Refuses = 1 + (step.B % 3);
                break;
            case StepKind.Answer when approvals.Ids is { Count: > 0 } ids:
                await AnswerAsync(ids[^(1 + (step.A % Math.Min(ids.Count, 2)))], step);
                break;
            case StepKind.Restart:
                instances[step.A % 2].Restart();
                break;
            case StepKind.Stop:
                await StopAsync(!await IsStoppedAsync());
                break;
        }

        await Truth.CheckAsync();
    }

    private async Task RunMinuteAsync(ModelStep step, int minutes)
    {
        // Each message on another instance; the interruption comes once, in the plan or from one of the first messages on.
        var interruption = step.Interruption;
        wasInterrupted = false;
        await PlanAsync(step with { Interruption = step.B % 4 == 0 ? interruption : Interruption.None });
        for (var handled = 0; waiting.Count > 0 && handled < 100; handled++)
        {
            interruption = wasInterrupted ? Interruption.None : interruption;
            var now = handled >= step.B % 4 ? interruption : Interruption.None;
            await HandleAsync(waiting[0], new ModelStep(step.Kind, step.A + handled, 0, now, step.At), comesAgain: false);
        }

        await Truth.CheckAsync();
        Clock.Advance(TimeSpan.FromMinutes(minutes));
    }

    private Task PlanAsync(ModelStep step) =>
        RunAsync(
            step,
            async service =>
            {
                var result = await service.PlanTickAsync(Clock.GetUtcNow(), CancellationToken.None);
                waiting.AddRange([.. result.Batches, .. result.Messages]);
            }
        );

    /// <summary>Handles a message; where that fails it comes again, and is given up at once where the step says so.</summary>
    private async Task HandleAsync(object message, ModelStep step, bool comesAgain)
    {
        var again = await RunAsync(step, service => HandleAsync(service, message)) ? comesAgain : step.At % 2 == 0;
        waiting.Remove(message);
        if (again)
        {
            waiting.Add(message);
        }
    }

    private async Task HandleAsync(AdvisorService service, object message)
    {
        var now = Clock.GetUtcNow();
        switch (message)
        {
            case EvaluationBatch batch:
                waiting.AddRange((await service.EvaluateBatchAsync(batch, now, CancellationToken.None)).Messages);
                if (await service.CompleteTickAsync(batch.Tick, now, CancellationToken.None))
                {
                    waiting.AddRange(await service.GroupNotificationsAsync(now, CancellationToken.None));
                }

                break;
            case OutboxKey { Kind: OutboxKind.Change } key:
                await service.ApplyChangeAsync(key, now, CancellationToken.None);
                break;
            case OutboxKey { Kind: OutboxKind.Notification }:
                waiting.AddRange(await service.GroupNoticesAsync(now, CancellationToken.None));
                break;
            case OutboxKey key:
                await service.DeliverAsync(key, now, CancellationToken.None);
                break;
        }
    }

    private async Task AnswerAsync(string id, ModelStep step)
    {
        var state = await OpenStateAsync();
        var (asked, now) = (await state.Approvals.FindAsync(id, CancellationToken.None), Clock.GetUtcNow());
        if (asked is null)
        {
            return;
        }

        // A person presses again where the page shows an error; the second press is another instance's.
        for (var press = 0; press < 2; press++)
        {
            await RunAsync(
                step with
                {
                    A = step.A + press,
                },
                service =>
                    step.B % 3 == 0
                        ? service.Setup.Approvals.DeclineAsync(asked, "mia", now, CancellationToken.None)
                        : service.Setup.Approvals.ApproveAsync(asked, "mia", now, CancellationToken.None)
            );
        }

        if (step.B % 3 == 1)
        {
            await StopAsync(true);
        }
    }

    private async Task<bool> RunAsync(ModelStep step, Func<AdvisorService, Task> handle)
    {
        var sent = Channels.Select(channel => channel.Accepted.Count).ToList();
        var instance = instances[step.A % 2];
        var done = await instance.RunAsync(handle, step.Interruption, step.At, () => RunMinuteOfOtherAsync(step.A + 1));
        wasInterrupted |= instance.WasInterrupted;
        if (instance.WasCutOff)
        {
            foreach (var message in Channels.SelectMany((channel, i) => channel.Accepted.Skip(sent[i])))
            {
                excused[message.EventId] = excused.GetValueOrDefault(message.EventId) + 1;
            }
        }

        return done;
    }

    // At the same instant, with every message that waits, among them the one that the first instance is handling.
    private Task RunMinuteOfOtherAsync(int instance) =>
        instances[instance % 2]
            .RunAsync(async service =>
            {
                var now = Clock.GetUtcNow();
                var result = await service.PlanTickAsync(now, CancellationToken.None);
                foreach (var message in result.Batches.Cast<object>().Concat(result.Messages).ToList())
                {
                    await HandleAsync(service, message);
                }

                foreach (var message in waiting.ToList())
                {
                    await HandleAsync(service, message);
                }
            });
}
