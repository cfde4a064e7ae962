using Advisor.Cli.Commands.Evaluate;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Cli.Output;

/// <summary>The exit code that a report ends with, and what standard error says of a pass that found nothing but failures.</summary>
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

    /// <summary>Whether no resource could be read, though not for want of resources.</summary>
    public static bool IsNothingButFailures(EvaluationReport report) =>
        report.HasFailures && report.Resources.All(r => r.Failure is not null);

    /// <summary>One line for each failure.</summary>
    public static void WriteFailures(CliContext cli, EvaluationReport report)
    {
        foreach (var text in ListFailures(report).Select(f => UntrustedText.Plain(f.Text)).Distinct(StringComparer.Ordinal))
        {
            cli.Error.WriteLine("advisor: " + text);
        }
    }

    /// <summary>The exit code of a failure's word.</summary>
    public static int GetExitCode(string failure) =>
        failure switch
        {
            "Forbidden" or "Credential" => ExitCodes.NotAuthorized,
            "NotFound" => ExitCodes.NotFound,
            "Invalid" => ExitCodes.Usage,
            _ => ExitCodes.Unreachable,
        };

    private static IEnumerable<ReportFailure> ListFailures(EvaluationReport report) =>
        report.Failures.Concat(report.Resources.Select(r => r.Failure).OfType<ReportFailure>());
}
