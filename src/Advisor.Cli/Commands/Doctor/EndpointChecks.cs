using Advisor.Azure;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Service.Store;

namespace Advisor.Cli.Commands.Doctor;

/// <summary>Checks whether Azure answers, and the clock of this machine against Azure's.</summary>
internal static class EndpointChecks
{
    private static readonly string SyncCommand =
        OperatingSystem.IsWindows() ? "w32tm /resync"
        : OperatingSystem.IsMacOS() ? "sudo sntp -sS time.apple.com"
        : "timedatectl set-ntp true";

    /// <param name="offset">How far this machine is ahead of Azure; null = Azure did not answer.</param>
    public static IEnumerable<DoctorCheck> Run(AzureOptions options, TimeSpan? offset)
    {
        var address = options.Endpoint ?? options.Cloud.ResourceManager;
        var host = address.Authority;
        var mend = options.Endpoint is null ? "check network, proxy and --cloud." : "is 'advisor local' running there?";
        if (offset is not { } ahead)
        {
            yield return new("endpoint", CheckStatus.Fault, $"{host} did not answer: {mend}", SuggestedCommand.FormatCall(address));
            yield break;
        }

        yield return new("endpoint", CheckStatus.Ok, $"{host} answers.");
        var by = Wording.FormatDuration(ahead.Duration());
        yield return ahead.Duration() > ClockMark.Tolerance
            ? new(
                "clock",
                CheckStatus.Fault,
                $"This machine is {by} {(ahead > TimeSpan.Zero ? "ahead of" : "behind")} Azure: Advisor decides nothing until it is right.",
                SyncCommand
            )
            : new("clock", CheckStatus.Ok, $"Agrees with Azure's to within {Wording.FormatDuration(ClockMark.Tolerance)}.");
    }
}
