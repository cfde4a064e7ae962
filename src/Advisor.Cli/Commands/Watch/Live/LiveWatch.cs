using Advisor.Core.Fleet;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal.Live;
using Advisor.Service;
using Advisor.Service.Silences;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Cli.Commands.Watch.Live;

/// <summary>Live screen of <c>advisor watch</c>: reads the state after each tick, draws every second and handles keys.</summary>
/// <param name="events">Lines that the loop would print.</param>
internal sealed class LiveWatch(CliContext cli, ServiceSetup setup, TimeProvider time, LiveEvents events)
{
    private static readonly TimeSpan SilenceDuration = TimeSpan.FromHours(4);
    private static readonly TimeSpan DrawInterval = TimeSpan.FromSeconds(1),
        KeyInterval = TimeSpan.FromMilliseconds(50);

    private IReadOnlyList<LiveRow> rows = [];
    private HeartbeatMark? heartbeat;
    private long? metricCalls;
    private LiveKeys keys = new();

    /// <summary>
    /// Whether the live screen is shown: on a terminal whose keys can be read, for an unlimited watch, and without --plain.
    /// </summary>
    public static bool IsWanted(CliContext cli, WatchRequest request) =>
        cli is { OutIsTerminal: true, ReadKey: not null } && request is { IsPlain: false, Once: false, Hours: null, Speed: null };

    /// <summary>Shows the screen until the work ends or the user quits; quitting cancels the work and waits for it.</summary>
    public async Task RunAsync(Func<CancellationToken, Task> work, CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        events.Prepend(await LiveHistory.ReadAsync(setup.State, time.GetUtcNow(), cancellation));
        var working = work(stop.Token);
        try
        {
            await ShowAsync(working, stop.Token);
        }
        finally
        {
            await stop.CancelAsync();
        }

        try
        {
            await working;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            await cli.Error.WriteLineAsync("advisor: stopped.".AsMemory(), CancellationToken.None);
        }
    }

    private async Task ShowAsync(Task working, CancellationToken cancellation)
    {
        using var screen = new LiveScreenWriter(cli);
        long? drawnAt = null;
        while (!working.IsCompleted)
        {
            var pressed = await PressKeysAsync(cancellation);
            if (pressed == LiveCommand.Quit || cancellation.IsCancellationRequested)
            {
                return;
            }

            if (pressed is not null || drawnAt is not { } last || cli.Time.GetElapsedTime(last) >= DrawInterval)
            {
                await ReadStateAsync(cancellation);
                screen.Draw(CreateView());
                drawnAt = cli.Time.GetTimestamp();
            }

            await Task.Delay(KeyInterval, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private LiveView CreateView()
    {
        var now = time.GetUtcNow();
        return new LiveView
        {
            Now = now,
            Tick = heartbeat?.Tick,
            NextTick = heartbeat is null ? now : heartbeat.Tick + setup.Options.Interval,
            MetricCalls = metricCalls,
            Rows = rows,
            SelectedId = keys.SelectedId,
            IsExplaining = keys.IsExplaining,
            Reason = keys.Reason,
            Message = keys.Message,
            Events = events.Lines,
        };
    }

    // A tick in progress writes row by row: the screen shows the state after the last completed tick.
    private async Task ReadStateAsync(CancellationToken cancellation)
    {
        try
        {
            var newest = await setup.State.Fleet.FindHeartbeatAsync(cancellation);
            if (newest is null || newest.Tick == heartbeat?.Tick)
            {
                return;
            }

            rows = await LiveRows.ReadAsync(setup.State, time.GetUtcNow(), cancellation);
            metricCalls = newest.Ticks == 1 ? newest.MetricCalls : newest.MetricCalls - heartbeat?.MetricCalls;
            heartbeat = newest;
            keys = keys.Follow([.. rows.Select(row => row.Id)]);
        }
        catch (StateStoreException e)
        {
            keys = keys with { Message = $"The state could not be read: {e.Message}" };
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            // The loop handles this fault too.
        }
    }

    /// <summary>Returns null when no key was pressed.</summary>
    private async Task<LiveCommand?> PressKeysAsync(CancellationToken cancellation)
    {
        LiveCommand? last = null;
        var ids = rows.Select(row => row.Id).ToList();
        while (cli.ReadKey?.Invoke() is { } key)
        {
            (keys, var command) = keys.Press(key, ids);
            last = command;
            if (command == LiveCommand.Quit)
            {
                return command;
            }

            if (command == LiveCommand.Silence)
            {
                keys = await SilenceAsync(keys, cancellation);
            }
        }

        return last;
    }

    private async Task<LiveKeys> SilenceAsync(LiveKeys keys, CancellationToken cancellation)
    {
        var now = time.GetUtcNow();
        var silence = new Silence
        {
            Id = Silence.CreateId(cli.NewId()),
            Matchers = new Dictionary<string, string>(StringComparer.Ordinal) { ["resource"] = keys.SelectedId! },
            Author = FindAuthor(),
            Reason = keys.Reason!.Trim(),
            Start = now,
            End = now + SilenceDuration,
        };
        var name = UntrustedText.Sanitize(ResourceIds.GetName(keys.SelectedId!));
        try
        {
            await setup.State.Silences.AddAsync(silence, cancellation);
            var until = $"{silence.End.UtcDateTime:yyyy-MM-dd HH:mm}Z";
            return keys with { Reason = null, Message = $"Alerts of {name} are silenced until {until} (silence {silence.Id})." };
        }
        catch (StateStoreException e)
        {
            return keys with { Reason = null, Message = $"{name} was not silenced: {e.Message}" };
        }
    }

    private string FindAuthor() =>
        (cli.Environment("USER") ?? cli.Environment("USERNAME")) is { Length: > 0 } name ? name : "advisor watch";
}
