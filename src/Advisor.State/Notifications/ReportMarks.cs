using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>How far a report that is sent by mail has come.</summary>
/// <param name="Name">Its name in the settings.</param>
/// <param name="Schedule">When it is due, as text; with the name it names the row.</param>
/// <param name="Day">The newest local day whose report was enqueued, or skipped because the report was new.</param>
/// <param name="At">When that was.</param>
public sealed record ReportMark(string Name, string Schedule, DateOnly Day, DateTimeOffset At);

/// <summary>The marks of the reports, one for a name and schedule: a schedule that changes starts over.</summary>
public sealed class ReportMarks
{
    private const string Prefix = "report-";

    private readonly IStateStore store;

    internal ReportMarks(IStateStore store) => this.store = store;

    /// <summary>Null where the report is new.</summary>
    public Task<ReportMark?> FindAsync(string name, string schedule, CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, CreateKey(name, schedule), RecordCodecs.Report, cancellation);

    /// <summary>Writes a mark; one of an earlier day changes nothing.</summary>
    public Task SaveAsync(ReportMark mark, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            CreateKey(mark.Name, mark.Schedule),
            RecordCodecs.Report,
            mark.At,
            before => before is null || before.Day < mark.Day ? mark : null,
            cancellation
        );

    private static string CreateKey(string name, string schedule) => Prefix + StateKeys.Hash($"{name.ToLowerInvariant()}\n{schedule}");
}
