using System.Net;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

/// <summary>What the endpoint answers to the first call is said, and a fault of it is not taken for silence.</summary>
public sealed class EndpointSubscriptionsTests
{
    [Fact]
    public async Task An_error_of_the_endpoint_is_named_with_its_status()
    {
        var (listener, address) = LoopbackListener.Start();
        var answered = AnswerAsync(listener, HttpStatusCode.InternalServerError);

        var run = await CliResult.RunAsync(["evaluate", "--endpoint", address]);
        await answered;

        Assert.Equal(ExitCodes.Unreachable, run.ExitCode);
        Assert.Contains("it answered 500 (InternalServerError).", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_answer_without_an_end_is_named_as_such()
    {
        await using var server = new EndlessServer();

        var run = await CliResult.RunAsync(["evaluate", "--endpoint", server.Address.AbsoluteUri]);

        Assert.Equal(ExitCodes.Unreachable, run.ExitCode);
        Assert.Contains("its answer has more than 20 MB.", run.Error, StringComparison.Ordinal);
    }

    private static async Task AnswerAsync(HttpListener listener, HttpStatusCode status)
    {
        var context = await listener.GetContextAsync();
        context.Response.StatusCode = (int)status;
        context.Response.Close();
        listener.Close();
    }
}
