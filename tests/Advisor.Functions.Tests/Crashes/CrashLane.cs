using System.Collections.Concurrent;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Changes;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// An installation with a wire before each service. One resource at a time goes through one change, with the process killed at one step of
/// it; then it is deleted and the next one comes.
/// </summary>
internal sealed class CrashLane : IAsyncDisposable
{
    private const int MostTicks = 14;

    private static readonly LocalResourceSpec Hot = LocalScenario.Ten.First(spec => spec.Name == "hot-chat");

    private readonly Installation installation;
    private readonly CrashStep step;
    private readonly ConcurrentQueue<string> patches;
    private readonly List<FaultProxy> faultProxies;
    private readonly StandInHost host;

    private CrashLane(
        Installation installation,
        CrashStep step,
        ConcurrentQueue<string> patches,
        List<FaultProxy> faultProxies,
        StandInHost host
    ) => (this.installation, this.step, this.patches, this.faultProxies, this.host) = (installation, step, patches, faultProxies, host);

    public ManualTimeProvider Clock => installation.Clock;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static async Task<CrashLane> StartAsync(string folder)
    {
        var place = await Installation.StartAsync(folder, []);
        var point = new CrashStep();
        var seen = new ConcurrentQueue<string>();
        var tables = await FaultProxy.StartAsync(place.Azurite.Tables, point.HandleRequest, point.HandleResponse, Cancellation);
        var arm = await FaultProxy.StartAsync(
            place.Azure.Endpoint,
            call => point.HandleRequest(call) && IsSeen(call),
            point.HandleResponse,
            Cancellation
        );
        var hook = await FaultProxy.StartAsync(
            new Uri(place.Receiver.Address, "/"),
            point.HandleRequest,
            point.HandleResponse,
            Cancellation
        );
        var app = await place.AddHostAsync(tables.Address, arm.Address, new Uri(hook.Address, "/hook"));
        return new CrashLane(place, point, seen, [tables, arm, hook], app);

        // What the resource shows when a request to change it passes by.
        bool IsSeen(ProxiedRequest call)
        {
            if (call.Method == "PATCH")
            {
                seen.Enqueue(string.Join(", ", place.Azure.Resources.Select(resource => $"{resource.Units} {resource.ProvisioningState}")));
            }

            return true;
        }
    }

    /// <summary>One change from the first read of a hot resource to its end.</summary>
    /// <param name="point">Where the process is killed; null = nowhere.</param>
    /// <param name="instead">What is done to the process, by its id, instead of killing it; a change may then be decided again.</param>
    /// <param name="first">Whether the point counts from a step of this name; null = from the first of all.</param>
    /// <returns>
    /// The steps, the one at which it was killed (null = at none), and what is wrong with what came of it: null where nothing is.
    /// </returns>
    public async Task<(IReadOnlyList<string> Steps, string? KilledAt, string? Complaint)> RunChangeAsync(
        string name,
        (int At, Moment Moment)? point,
        Action<int>? instead = null,
        Func<string, bool>? first = null
    )
    {
        // Older than the list of the resources may be.
        installation.Clock.Advance(TimeSpan.FromMinutes(10));
        installation.Receiver.Clear();
        patches.Clear();
        var resource = installation.Azure.Add(Hot with { Name = name });
        step.Begin(point, instead is null ? host.App.Kill : () => instead(host.App.Id), first);
        for (var ticks = 0; ticks < MostTicks && (ticks < 4 || !await IsDoneAsync(resource.Id)); ticks++)
        {
            await installation.TickAsync();
        }

        var (steps, killedAt) = (step.Steps, step.KilledAt);
        var complaint =
            point is not null && killedAt is null
                ? "the process was not killed"
                : await FindComplaintAsync(resource, killedAt == "notify", mayCancel: instead is not null);
        step.Begin(null, () => { });
        installation.Azure.Remove(resource.Id);
        return (steps, killedAt, complaint);
    }

    public async ValueTask DisposeAsync()
    {
        await installation.DisposeAsync();
        foreach (var faultProxy in faultProxies)
        {
            await faultProxy.DisposeAsync();
        }
    }

    private async Task<bool> IsDoneAsync(string id) =>
        (await installation.ReadChangesAsync(id)) is { Count: > 0 } changes
        && changes.All(change => !change.IsOpen)
        && changes.Any(change => change.State == ChangeState.Verified)
        && (await installation.OpenMessagesAsync()).Count == 0;

    /// <param name="mayRepeat">
    /// Whether the kill fell between the receiver's answer and its record: there, and only there, a message may come twice.
    /// </param>
    /// <param name="mayCancel">Whether a change may have been given up before it was sent, and decided again.</param>
    private async Task<string?> FindComplaintAsync(LocalResource resource, bool mayRepeat, bool mayCancel)
    {
        var changes = (await installation.ReadChangesAsync(resource.Id))
            .Where(change => !mayCancel || change.State != ChangeState.Canceled)
            .ToList();
        var lines = await installation.ReadDecisionsAsync(resource.Id);
        var open = await installation.OpenMessagesAsync();
        var receiver = installation.Receiver;
        return patches.Count != 1 ? $"{patches.Count} requests reached Azure ({string.Join("; ", patches)})"
            : patches.Single() != "2 Succeeded" ? $"it was sent while the resource was {patches.Single()}"
            : resource.Units != 3 ? $"the resource has {resource.Units} units"
            : changes is not [{ State: ChangeState.Verified } change]
                ? $"changes: {string.Join(", ", changes.Select(c => $"{c.State} {c.Code} {c.Text}"))}"
            : lines.Count(line => line.ChangeId == change.Id && line.Outcome == AuditOutcome.Applying && line.Reasons.Count > 0) != 1
                ? "the change has not its one line in the audit trail"
            : open.Count > 0 ? $"{open.Count} messages are still open"
            : receiver.Ids.Count == 0 ? "no message was sent"
            : receiver.Repeats > (mayRepeat ? 1 : 0) ? $"a message came again: {string.Join(", ", receiver.Ids)}"
            : (await host.Queues.PeekAsync("advisor-dead-letter", Cancellation)).Count > 0 ? "a message was dead-lettered"
            : null;
    }
}
