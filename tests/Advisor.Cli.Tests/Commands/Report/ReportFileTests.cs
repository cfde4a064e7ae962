using System.Collections.Concurrent;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Report;

/// <summary>Files that a report can write and not replace.</summary>
public sealed class ReportFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly ConcurrentQueue<string> said = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_file_in_a_folder_that_may_not_be_written_is_written_in_place()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("there are no such permissions there");
            return;
        }

        var prefix = await CommandPrefix.GiveUpWritingAsync(Cancellation);
        var path = folder.Write("chat.md", new string('-', 100_000));
        File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserExecute);

        var code = await ReportAsync(path, prefix);

        File.SetUnixFileMode(folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Assert.Equal($"advisor: wrote {path}, 10 resources.", said.Last());
        Assert.Equal(ExitCodes.Success, code);
        await AssertIsReportAsync(path);
    }

    [Fact]
    public async Task A_file_of_another_user_in_a_folder_for_all_is_written_in_place()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("there are no such permissions there");
            return;
        }

        var prefix = await CommandPrefix.BecomeNobodyAsync(Cancellation);
        var path = folder.Write("chat.md", new string('-', 100_000));
        File.SetUnixFileMode(path, (UnixFileMode)0x1B6); // 0666
        File.SetUnixFileMode(folder.Path, UnixFileMode.StickyBit | (UnixFileMode)0x1FF); // 1777, as /tmp

        var code = await ReportAsync(path, prefix);

        Assert.Equal($"advisor: wrote {path}, 10 resources.", said.Last());
        Assert.Equal(ExitCodes.Success, code);
        await AssertIsReportAsync(path);
    }

    [Fact]
    public async Task A_file_that_is_mounted_by_itself_is_written_in_place()
    {
        var path = folder.Write("chat.md", new string('-', 100_000));

        var code = await ReportAsync(path, await CommandPrefix.MountAsync(path, Cancellation));

        Assert.Equal($"advisor: wrote {path}, 10 resources.", said.Last());
        Assert.Equal(ExitCodes.Success, code);
        await AssertIsReportAsync(path);
    }

    public void Dispose() => folder.Dispose();

    private async Task AssertIsReportAsync(string path)
    {
        var text = await File.ReadAllTextAsync(path, Cancellation);
        Assert.StartsWith("# Capacity report", text);
        Assert.DoesNotContain(new string('-', 100), text, StringComparison.Ordinal);
        Assert.Equal([path], Directory.GetFiles(folder.Path));
    }

    private async Task<int> ReportAsync(string path, string[] prefix)
    {
        using var process = AdvisorProcess.Start(
            ["report", "--local", "--since", "1d", "-o", path],
            said.Enqueue,
            said.Enqueue,
            new Dictionary<string, string> { ["DOTNET_EnableDiagnostics"] = "0" },
            prefix
        );
        await process.WaitForExitAsync(Cancellation);
        return process.ExitCode;
    }
}
