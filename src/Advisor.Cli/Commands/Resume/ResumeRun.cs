using System.Text.Json.Nodes;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;
using Advisor.Service.Changes;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Resume;

/// <summary>Resumes applying in the state of <c>advisor watch</c> or of the Functions app.</summary>
internal static class ResumeRun
{
    public static async Task<int> RunAsync(
        CliContext cli,
        string? state,
        string author,
        string reason,
        OutputFormat output,
        CancellationToken cancellation
    )
    {
        var (by, why, now) = (AuditText.Validate("--author", author), AuditText.Validate("--reason", reason), cli.Time.GetUtcNow());
        var ended = await StateInput.UseAsync(
            cli,
            state,
            opened => new Resumption(opened).RunAsync(by, why, now, cancellation),
            cancellation
        );
        await cli.Out.WriteLineAsync(
            (output == OutputFormat.Json ? FormatJson(ended) : UntrustedText.Sanitize(FormatText(ended))).AsMemory(),
            cancellation
        );
        return ExitCodes.Success;
    }

    private static string FormatText(ResumeMark? mark) =>
        mark is not { Ended: var stop }
            ? "Changes are not stopped."
            : $"Changes resumed. They were stopped on {stop.At.UtcDateTime:yyyy-MM-dd HH:mm}Z by {stop.By}: {stop.Reason}";

    private static string FormatJson(ResumeMark? ended)
    {
        var json = new JsonObject { ["resumed"] = ended is not null };
        if (ended is not null)
        {
            json["stoppedAt"] = ended.Ended.At.UtcDateTime.ToString("O");
            json["stoppedBy"] = ended.Ended.By;
            json["stoppedFor"] = ended.Ended.Reason;
        }

        return json.ToJsonString();
    }
}
