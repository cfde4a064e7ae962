using System.Net;
using System.Text;
using Advisor.LocalAzure.Faults;

namespace Advisor.LocalAzure.Tests.Faults;

public sealed partial class FaultTests
{
    [Theory]
    [InlineData(FaultKind.Conflict, 409, "Conflict")]
    [InlineData(FaultKind.ScopeLocked, 409, "ScopeLocked")]
    [InlineData(FaultKind.Policy, 403, "RequestDisallowedByPolicy")]
    [InlineData(FaultKind.Quota, 400, "QuotaExceeded")]
    public async Task A_refusal_of_changes_lets_reads_through(FaultKind kind, int status, string code)
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(kind));
        var id = azure.GetResource("hot-chat").Id;

        var refused = await client.PatchAsync(id, """{"sku":{"name":"Standard_S1","capacity":3}}""");

        Assert.Equal((status, code), ((int)refused.Status, refused.ErrorCode));
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(id)).Status);
    }

    [Fact]
    public async Task Tokens_are_asked_for_on_demand_and_held_to_their_expiry()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        azure.Faults.Add(new Fault(FaultKind.RequireToken));
        var id = azure.GetResource("hot-chat").Id;

        Assert.Equal("AuthenticationFailed", (await SendAsync(null)).ErrorCode);
        Assert.Equal("ExpiredAuthenticationToken", (await SendAsync(CreateJwt(Now.AddMinutes(-1)))).ErrorCode);
        Assert.Equal(HttpStatusCode.OK, (await SendAsync(CreateJwt(Now.AddMinutes(1)))).Status);
        Assert.Equal(HttpStatusCode.OK, (await SendAsync("any-text")).Status);
        Assert.StartsWith("Bearer ", (await SendAsync(null)).Headers["WWW-Authenticate"], StringComparison.Ordinal);

        Task<LocalAzureClient.Answer> SendAsync(string? token) => client.SendAsync(HttpMethod.Get, id, token: token);

        static string CreateJwt(DateTimeOffset expiry) =>
            string.Join(
                '.',
                new[] { "{}", $"{{\"exp\":{expiry.ToUnixTimeSeconds()}}}", "" }.Select(part =>
                    Convert.ToBase64String(Encoding.UTF8.GetBytes(part)).TrimEnd('=')
                )
            );
    }

    [Fact]
    public async Task A_stuck_change_runs_until_the_faults_are_cleared_and_then_is_given_up()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");
        azure.Faults.Add(new Fault(FaultKind.StuckUpdate));
        await client.PatchAsync(resource.Id, """{"sku":{"name":"Standard_S1","capacity":3}}""");

        time.Advance(TimeSpan.FromDays(2));
        Assert.Equal(("Updating", 2), (resource.ProvisioningState, resource.Units));
        azure.Faults.Clear();

        Assert.Equal(("Succeeded", 2), (resource.ProvisioningState, resource.Units));
    }

    [Fact]
    public async Task A_failed_change_says_so_and_leaves_the_size()
    {
        await using var azure = await StartAsync();
        using var client = new LocalAzureClient(azure);
        var resource = azure.GetResource("hot-chat");
        azure.Faults.Add(new Fault(FaultKind.FailedUpdate) { Times = 1 });
        var accepted = await client.PatchAsync(resource.Id, """{"sku":{"name":"Standard_S1","capacity":3}}""");
        time.Advance(TimeSpan.FromMinutes(1));

        var status = await client.GetJsonAsync(accepted.Headers["Azure-AsyncOperation"]);

        Assert.Equal(("Failed", "InternalServerError"), ((string?)status["status"], (string?)status["error"]!["code"]));
        Assert.Equal(("Failed", 2), (resource.ProvisioningState, resource.Units));
        Assert.Equal(HttpStatusCode.Accepted, (await client.PatchAsync(resource.Id, """{"sku":{"capacity":3}}""")).Status);
    }
}
