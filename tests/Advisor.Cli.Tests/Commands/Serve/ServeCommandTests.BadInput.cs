using System.Net;
using System.Net.Sockets;

namespace Advisor.Cli.Tests.Commands.Serve;

public sealed partial class ServeCommandTests
{
    [Theory]
    [InlineData("--metrics is a whole number from 1 to 65535, not '0'.", "--metrics", "0")]
    [InlineData("--once is one tick, too short to be scraped: leave out --metrics.", "--once", "--metrics", "9464")]
    [InlineData("--once ends after one tick, before a page can be opened: leave out --serve.", "--once", "--serve", "8080")]
    public async Task A_port_that_cannot_be_served_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
        };

        Assert.Equal(ExitCodes.Usage, await AdvisorCli.RunAsync(["watch", .. arguments], cli, TestContext.Current.CancellationToken));
        Assert.StartsWith("advisor: " + reason, Assert.Single(error.All), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_port_that_is_taken_is_one_line()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        await using var error = new Lines();
        var port = FormatText(((IPEndPoint)other.LocalEndpoint).Port);
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
        };

        Assert.Equal(
            ExitCodes.Usage,
            await AdvisorCli.RunAsync(["serve", "--local", "--port", port], cli, TestContext.Current.CancellationToken)
        );
        Assert.Equal(
            ExitCodes.Usage,
            await AdvisorCli.RunAsync(["watch", "--local", "--metrics", port], cli, TestContext.Current.CancellationToken)
        );
        Assert.Equal(
            new[] { "--port", "--metrics" }.Select(option =>
                $"advisor: port {port} of 127.0.0.1 is in use by another program. Give another with {option}."
            ),
            error.All
        );
    }

    [Theory]
    [InlineData("--port is a whole number from 1 to 65535, not '0'.", "--port", "0")]
    [InlineData("--port is a whole number from 1 to 65535, not 'web'.", "--port", "web")]
    [InlineData("unknown option '--once'.", "--once")]
    [InlineData("Advisor__ApprovalKeys: key 1 is not ID:BASE64", "--local")]
    public async Task A_wrong_command_line_is_one_line_that_says_why(string reason, params string[] arguments)
    {
        await using var error = new Lines();
        var cli = new CliContext
        {
            Out = TextWriter.Null,
            Error = error,
            Folder = folder.Path,
            Environment = name => name == "Advisor__ApprovalKeys" ? "SECRET" : null,
        };

        Assert.Equal(ExitCodes.Usage, await AdvisorCli.RunAsync(["serve", .. arguments], cli, TestContext.Current.CancellationToken));
        Assert.StartsWith("advisor: " + reason, Assert.Single(error.All), StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", error.All[0], StringComparison.Ordinal);
    }
}
