namespace Advisor.Service.Reports;

/// <summary>How far a report that is sent by mail has come.</summary>
/// <param name="Name">Its name in the settings.</param>
/// <param name="Schedule">When it is due, as text; with the name it names the row.</param>
/// <param name="Day">The newest local day whose report was enqueued, or skipped because the report was new.</param>
/// <param name="At">When that was.</param>
public sealed record ReportMark(string Name, string Schedule, DateOnly Day, DateTimeOffset At) : IScheduleMark<ReportMark>
{
    public bool IsLaterThan(ReportMark other) => Day > other.Day;
}
