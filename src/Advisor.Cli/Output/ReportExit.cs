using Advisor.Cli.Commands.Evaluate;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Cli.Output;

/// <summary>Determines the exit code of a report, and writes its failures to standard error.</summary>
public static class ReportExit
{
    /// <param name="failsOn">Conditions of <c>--fail-on</c>.</param>
    internal static int GetExitCode(EvaluationReport report, IReadOnlyList<FailCondition> failsOn)
    {
        if (IsNothingButFailures(report))
        {
            return GetExitCode(ListFailures(report).First().Code);
        }

        if (failsOn.Any(condition => condition.IsMet(report)))
        {
            return ExitCodes.Recommendation;
        }

        return report.HasFailures ? ExitCodes.Partial : ExitCodes.Success;
    }

    /// <summary>Whether every resource failed; false for an empty fleet without failures.</summary>
    public static bool IsNothingButFailures(EvaluationReport report) =>
        report.HasFailures && report.Resources.All(r => r.Failure is not null);

    /// <summary>Writes one line per failure.</summary>
    public static void WriteFailures(CliContext cli, EvaluationReport report)
    {
        foreach (var text in ListFailures(report).Select(f => UntrustedText.Sanitize(f.Text)).Distinct(StringComparer.Ordinal))
        {
            cli.Error.WriteLine("advisor: " + text);
        }
    }

    /// <summary>Returns the exit code of a failure code.</summary>
    public static int GetExitCode(string failure) =>
        failure switch
        {
            nameof(FailureCode.Forbidden) or nameof(FailureCode.Credential) => ExitCodes.NotAuthorized,
            nameof(FailureCode.NotFound) => ExitCodes.NotFound,
            nameof(FailureCode.Invalid) => ExitCodes.Usage,
            // Azure answered, or a file was read; the rules or the settings do not know what it holds.
            ObservationProblemCodes.UnknownSku
            or ObservationProblemCodes.UnitsNotOnLadder
            or ObservationProblemCodes.ImpossibleTime
            or ObservationProblemCodes.ImpossibleWorkload
            or ObservationProblemCodes.ImpossibleSettings => ExitCodes.InvalidInput,
            _ => ExitCodes.Unreachable,
        };

    private static IEnumerable<ReportFailure> ListFailures(EvaluationReport report) =>
        report.Failures.Concat(report.Resources.Select(r => r.Failure).OfType<ReportFailure>());
}
