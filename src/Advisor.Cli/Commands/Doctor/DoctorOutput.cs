using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Prints the checks, as text or JSON.</summary>
internal static class DoctorOutput
{
    private const int Indent = 9;

    public static void Write(CliContext cli, IReadOnlyList<DoctorCheck> checks, bool json)
    {
        if (json)
        {
            WriteJson(cli.Out, checks);
        }
        else
        {
            WriteText(cli, checks);
        }
    }

    private static void WriteText(CliContext cli, IReadOnlyList<DoctorCheck> checks)
    {
        foreach (var check in checks)
        {
            CliConsole.WriteWrapped(cli, FormatStatus(check.Status).PadRight(Indent), $"{check.Name}: {check.Text}");

            // Never wrapped, so that it can be pasted.
            if (check.Command is { } command)
            {
                cli.Out.WriteLine($"{new string(' ', Indent)}  {command}");
            }
        }

        var (faults, warnings) = (Count(checks, CheckStatus.Fault), Count(checks, CheckStatus.Warning));
        cli.Out.WriteLine();
        cli.Out.WriteLine(
            $"{Wording.FormatCount(checks.Count, "check")}: {Wording.FormatCount(faults, "fault")}, "
                + $"{Wording.FormatCount(warnings, "warning")}."
        );
    }

    private static void WriteJson(TextWriter output, IReadOnlyList<DoctorCheck> checks) =>
        JsonOutput.Write(
            output,
            new JsonObject
            {
                ["ok"] = Count(checks, CheckStatus.Fault) == 0,
                ["checks"] = JsonOutput.CreateList(
                    checks,
                    check => new JsonObject
                    {
                        ["check"] = check.Name,
                        ["status"] = FormatStatus(check.Status),
                        ["text"] = check.Text,
                        ["command"] = check.Command,
                    }
                ),
            }
        );

    private static int Count(IReadOnlyList<DoctorCheck> checks, CheckStatus status) => checks.Count(check => check.Status == status);

    private static string FormatStatus(CheckStatus status) =>
        status switch
        {
            CheckStatus.Ok => "ok",
            CheckStatus.Warning => "warning",
            _ => "fault",
        };
}
