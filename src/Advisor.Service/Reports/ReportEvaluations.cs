using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Service.Evaluation;

namespace Advisor.Service.Reports;

/// <summary>
/// Evaluates the fleet for reports, one at a time and once for those that are due together: the reports of twenty teams differ in the
/// resources that they show of it.
/// </summary>
#pragma warning disable CA1001 // the semaphore has no wait handle to free
internal sealed class ReportEvaluations(FleetEvaluator evaluator, FleetScope scope)
#pragma warning restore CA1001
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromMinutes(10);

    private readonly SemaphoreSlim gate = new(1);
    private (TimeSpan History, EvaluationReport Report)? last;

    /// <summary>
    /// Passes an evaluation of at most ten minutes ago, or a new one, to what makes a report of it; no other is made meanwhile.
    /// </summary>
    /// <param name="history">Window of the report.</param>
    public async Task<T> UseAsync<T>(
        TimeSpan history,
        DateTimeOffset now,
        Func<EvaluationReport, Task<T>> use,
        CancellationToken cancellation
    )
    {
        await gate.WaitAsync(cancellation);
        try
        {
            if (last is not { } known || known.History != history || !IsRecent(known.Report, now))
            {
                last = null; // its memory first
                known = (history, await evaluator.RunAsync(scope, history, now, null, cancellation));

                // Where nothing could be read, the next attempt reads again.
                last = PeriodReportBuilder.FindFailure(known.Report) is null ? known : null;
            }

            return await use(known.Report);
        }
        finally
        {
            gate.Release();
        }
    }

    /// <summary>Drops an evaluation that no report will be made of any more, unless one is made now.</summary>
    public void DropOld(DateTimeOffset now)
    {
        if (!gate.Wait(0, CancellationToken.None))
        {
            return;
        }

        last = last is { } known && IsRecent(known.Report, now) ? known : null;
        gate.Release();
    }

    // A clock that was set back makes it no newer.
    private static bool IsRecent(EvaluationReport report, DateTimeOffset now) => (now - report.Time).Duration() < MaxAge;
}
