using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks the state: whether it can be read, and what in it keeps Advisor from changing sizes.</summary>
internal static class StateChecks
{
    private const int MaxNames = 3;

    /// <param name="place">File or table service of the state; null = the default file of watch.</param>
    public static async Task<IReadOnlyList<DoctorCheck>> RunAsync(CliContext cli, string? place, CancellationToken cancellation)
    {
        if (!StateInput.Exists(cli, place))
        {
            var text = $"None yet; 'advisor watch' creates {Watch.WatchRun.DefaultStateFile} here. For the app: --state URL.";
            return [new("state", CheckStatus.Ok, text)];
        }

        try
        {
            return await StateInput.ReadAsync(
                cli,
                place,
                state => ReadAsync(state, SuggestedCommand.FormatState(place), cli.Time.GetUtcNow(), cancellation),
                cancellation
            );
        }
        catch (CommandException e)
        {
            return [new("state", CheckStatus.Fault, DoctorRun.ToLine(e.Message))];
        }
    }

    private static async Task<IReadOnlyList<DoctorCheck>> ReadAsync(
        AdvisorState state,
        string option,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var ids = (await StateResources.ListAsync(state, cancellation)).Select(resource => resource.Id).ToList();
        var pauses = await ScalingPauses.ListAsync(state, ids, now, cancellation);
        return
        [
            new("state", CheckStatus.Ok, ids.Count == 0 ? "Can be read; it has no resource yet." : "Can be read."),
            .. await state.Fleet.FindPauseAsync(cancellation) is { } stop ? [CheckStop(stop, option)] : (DoctorCheck[])[],
            .. pauses.Count > 0 ? [CheckPauses(pauses, option)] : (DoctorCheck[])[],
        ];
    }

    private static DoctorCheck CheckStop(PauseMark stop, string option) =>
        new(
            "changes",
            CheckStatus.Warning,
            UntrustedText.Sanitize($"Stopped since {stop.At.UtcDateTime:yyyy-MM-dd HH:mm} UTC, by {stop.By}: {stop.Reason}"),
            "advisor resume --author NAME --reason TEXT" + option
        );

    // One with an end was meant for a time.
    private static DoctorCheck CheckPauses(IReadOnlyList<ScalingPause> pauses, string option)
    {
        var endless = pauses.Count(pause => pause.Until is null);
        var names = string.Join(", ", pauses.Take(MaxNames).Select(pause => ResourceIds.GetName(pause.ResourceId)));
        var others = pauses.Count > MaxNames ? $" and {Wording.FormatCount(pauses.Count - MaxNames, "other")}" : "";
        return new(
            "pauses",
            endless > 0 ? CheckStatus.Warning : CheckStatus.Ok,
            UntrustedText.Sanitize(
                $"People have paused or pinned {Wording.FormatCount(pauses.Count, "resource")}, {endless} without an end: {names}{others}."
            ),
            endless > 0 ? "advisor pause list" + option : null
        );
    }
}
