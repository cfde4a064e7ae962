using System.Collections.Concurrent;
using System.Net;
using System.Text;
using System.Text.Json;
using Advisor.Functions.Invocations;
using Advisor.HostStandIn;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests.Invocations;

public sealed class FunctionRoutesTests
{
    private const string Body = """{"Data":{"message":"x"},"Metadata":{}}""";

    [Fact]
    public async Task Outputs_and_logs_arrive_as_the_host_reads_them()
    {
        var answer = InvocationResponse.WithLog("done").AddMessages("change", ["{\"n\":1}", "{\"n\":2}"]);

        var (status, outcome) = await PostAsync(_ => answer, Body);

        Assert.Equal(HttpStatusCode.OK, status);
        Assert.Equal(["{\"n\":1}", "{\"n\":2}"], outcome.Outputs["change"]);
        Assert.Equal("done", outcome.Logs.Single());
    }

    [Fact]
    public async Task An_answer_without_outputs_is_a_success()
    {
        var (_, outcome) = await PostAsync(_ => new InvocationResponse(), Body);

        Assert.True(outcome.Succeeded, outcome.Problem);
        Assert.Empty(outcome.Outputs);
    }

    [Fact]
    public async Task A_fault_fails_the_invocation_with_one_line()
    {
        var (status, outcome) = await PostAsync(_ => throw new InvalidOperationException("The table\nis away."), Body);

        Assert.Equal(HttpStatusCode.InternalServerError, status);
        Assert.Equal("The answer was 500: The table is away.", outcome.Problem);
    }

    [Fact]
    public async Task A_fault_of_reading_json_inside_the_work_fails_the_invocation_and_is_logged()
    {
        using var log = new LogLines();

        var (status, outcome) = await PostAsync(_ => throw new JsonException("'<' is an invalid start of a value."), Body, log);

        Assert.Equal(HttpStatusCode.InternalServerError, status);
        Assert.Equal("The answer was 500: '<' is an invalid start of a value.", outcome.Problem);
        Assert.Equal(
            (LogLevel.Error, "F failed and will be retried (JsonException): '<' is an invalid start of a value."),
            Assert.Single(log.Written)
        );
    }

    [Theory]
    [InlineData("not json")]
    [InlineData("")]
    [InlineData("[1]")]
    public async Task A_body_that_is_no_invocation_is_refused(string body)
    {
        var (status, outcome) = await PostAsync(_ => new InvocationResponse(), body);

        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.False(outcome.Succeeded);
    }

    private static async Task<(HttpStatusCode Status, InvocationOutcome Outcome)> PostAsync(
        Func<Invocation, InvocationResponse> run,
        string body,
        LogLines? log = null
    )
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        if (log is not null)
        {
            builder.Logging.AddProvider(log).AddFilter("Microsoft", LogLevel.None);
        }

        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapFunction("F", (invocation, _) => Task.FromResult(run(invocation)));
        await app.StartAsync(TestContext.Current.CancellationToken);
        using var http = new HttpClient();
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var answer = await http.PostAsync(new Uri(app.Urls.First() + "/F"), content, TestContext.Current.CancellationToken);
        var text = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
        return (
            answer.StatusCode,
            InvocationOutcome.Read("F", (int)answer.StatusCode, answer.Content.Headers.ContentType?.MediaType, text)
        );
    }

    private sealed class LogLines : ILoggerProvider, ILogger
    {
        public ConcurrentQueue<(LogLevel Level, string Text)> Written { get; } = new();

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => Written.Enqueue((logLevel, formatter(state, exception)));

        public void Dispose() { }
    }
}
