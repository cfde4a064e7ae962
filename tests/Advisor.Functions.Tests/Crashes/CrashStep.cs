using System.Text.RegularExpressions;
using Advisor.HostStandIn;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>When the process is killed: with the step's effect undone, or done and its answer lost.</summary>
internal enum Moment
{
    BeforeEffect,
    AfterEffect,
}

/// <summary>
/// Counts the steps that have an effect outside the process (a write to the store, a request about a change, a message to people) or a read
/// at the resource, and kills the process at one of them. Reads of the store are no steps: a kill there leaves what the step before it
/// left.
/// </summary>
internal sealed partial class CrashStep
{
    private readonly Lock gate = new();
    private readonly List<string> steps = [];
    private Action kill = () => { };
    private (int At, Moment Moment)? wanted;
    private Func<string, bool> first = _ => true;
    private int? origin;

    // The request of the step at which the process is killed; others may begin before its answer.
    private ProxiedRequest? reached;

    /// <summary>What was counted since <see cref="Begin"/>.</summary>
    public IReadOnlyList<string> Steps
    {
        get
        {
            lock (gate)
            {
                return [.. steps];
            }
        }
    }

    /// <summary>The step at which the process was killed; null where it was not.</summary>
    public string? KilledAt { get; private set; }

    /// <summary>
    /// Whether a step is one of a change or of its message. What a tick writes beside it (minutes, its own rows, the heartbeat) is lost in
    /// StateFaultsTests.
    /// </summary>
    public static bool IsOfChange(string step) =>
        !IsWrite(step)
        || step.Split(' ').Any(row => row.StartsWith("r-*-x-", StringComparison.Ordinal) || row is ['o' or 'd' or 'g', '-', ..]);

    public static bool IsWrite(string step) => step.StartsWith("write ", StringComparison.Ordinal);

    /// <summary>Counts from zero.</summary>
    /// <param name="first">Whether a step of this name has the number 0; steps before it are not counted for the point. Null = any.</param>
    public void Begin((int At, Moment Moment)? point, Action end, Func<string, bool>? first = null)
    {
        lock (gate)
        {
            steps.Clear();
            (wanted, kill, KilledAt, reached) = (point, end, null, null);
            (this.first, origin) = (first ?? (_ => true), null);
        }
    }

    /// <summary>False where the request must not go on, since its sender is dead.</summary>
    public bool HandleRequest(ProxiedRequest call)
    {
        lock (gate)
        {
            if (FindName(call) is not { } name)
            {
                return true;
            }

            steps.Add(name);
            origin ??= first(name) ? steps.Count - 1 : null;
            reached = wanted?.At == steps.Count - 1 - origin ? call : reached;
            return !ShouldKill(Moment.BeforeEffect, call);
        }
    }

    /// <summary>False where the caller is no longer there to take the answer.</summary>
    public bool HandleResponse(ProxiedRequest call)
    {
        lock (gate)
        {
            return !ShouldKill(Moment.AfterEffect, call);
        }
    }

    private bool ShouldKill(Moment moment, ProxiedRequest call)
    {
        if (KilledAt is not null || wanted?.Moment != moment || !ReferenceEquals(call, reached))
        {
            return false;
        }

        KilledAt = steps[origin!.Value + wanted.Value.At];
        kill();
        return true;
    }

    private static string? FindName(ProxiedRequest call) =>
        call switch
        {
            { Method: "POST", Path: var path } when path.Contains("$batch", StringComparison.Ordinal) => "write "
                + string.Join(' ', ListRowKeys(call.Text)),
            { Method: "PATCH" } => "PATCH",
            { Method: "GET", Path: var path } when path.Contains("/operation", StringComparison.Ordinal) => "follow",
            { Method: "GET", Path: var path } when ResourcePattern().IsMatch(path) => "read",
            { Method: "POST", Path: "/hook" } => "notify",
            _ => null,
        };

    // The kinds of the rows: names without hashes and times.
    private static IEnumerable<string> ListRowKeys(string batch) =>
        RowKeyPattern().Matches(batch).Select(match => VaryingPattern().Replace(match.Groups["key"].Value, "*")).Distinct();

    [GeneratedRegex("RowKey(=|%3D|\":\\s*)['\"](?<key>[^'\"]+)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex RowKeyPattern();

    [GeneratedRegex("[0-9a-f]{32}|[0-9]{19}", RegexOptions.NonBacktracking)]
    private static partial Regex VaryingPattern();

    [GeneratedRegex("/Microsoft.SignalRService/SignalR/[^/?]+\\?", RegexOptions.IgnoreCase | RegexOptions.NonBacktracking)]
    private static partial Regex ResourcePattern();
}
