using Advisor.Core.Fleet;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Tests.Resources;

public sealed partial class AzureFleetScaleTests
{
    [Theory]
    [InlineData("Running", false, false)]
    [InlineData("Succeeded", true, true)]
    [InlineData("Failed", true, false)]
    [InlineData("Canceled", true, false)]
    public async Task An_operation_is_done_at_its_terminal_states_only(string status, bool done, bool succeeded)
    {
        azure.Handle("GET", "/operationStatuses/", $$"""{"id":"x","name":"1","status":"{{status}}","startTime":"2026-03-01T12:00:00Z"}""");

        var progress = await FollowAsync(Operation);

        Assert.Equal((done, succeeded, status), (progress.IsDone, progress.HasSucceeded, progress.Status));
    }

    [Fact]
    public async Task A_failed_operation_says_why()
    {
        azure.Handle("GET", "/operationStatuses/", """{"status":"Failed","error":{"code":"QuotaExceeded","message":"No more units."}}""");

        Assert.Equal("Azure did not complete the change: QuotaExceeded, No more units.", (await FollowAsync(Operation)).Text);
    }

    [Fact]
    public async Task An_operation_that_cannot_be_read_now_is_not_done()
    {
        azure.Handle("GET", "/operationStatuses/", _ => FakeAzure.CreateError(503, "ServiceUnavailable"));

        var progress = await FollowAsync(Operation);

        Assert.Equal((false, nameof(FailureCode.ServiceFault)), (progress.IsDone, progress.Status));
    }

    [Fact]
    public async Task An_operation_that_Azure_forgot_is_done_with_an_unknown_end()
    {
        Assert.Equal((true, false, "Unknown"), await FollowAsync(Operation) is var p ? (p.IsDone, p.HasSucceeded, p.Status) : default);
    }

    [Theory]
    [InlineData("https://evil.example/subscriptions/x")]
    [InlineData("http://management.azure.com/subscriptions/x")]
    [InlineData("nonsense")]
    public async Task An_operation_elsewhere_is_not_followed_since_the_token_would_go_there(string url)
    {
        var progress = await FollowAsync(url);

        Assert.Equal((false, nameof(FailureCode.InvalidResponse)), (progress.IsDone, progress.Status));
        Assert.Empty(azure.Calls);
    }

    private async Task<ScaleProgress> FollowAsync(string url)
    {
        using var connection = azure.Connect();
        return await connection.Fleet.GetProgressAsync(url, TestContext.Current.CancellationToken);
    }
}
