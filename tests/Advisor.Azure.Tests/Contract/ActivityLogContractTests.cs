using System.Text;
using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;

namespace Advisor.Azure.Tests.Contract;

/// <summary>Who changed a size: the Activity Log of the loopback Azure, and events as Azure writes them.</summary>
public sealed class ActivityLogContractTests
{
    private const string IdentityClaims = """
        {"appid":"00000000-0000-0000-0000-00000000cafe","idtyp":"app",
         "xms_mirid":"/subscriptions/s/resourcegroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/sp-deploy"}
        """;

    private const string Portal = "c44b4083-3bb0-49c1-b47d-974e53cbdf3c";

    [Theory]
    [InlineData("dana@example.com", Portal, "dana@example.com (Azure portal)")]
    [InlineData(
        "dana@example.com",
        "00000000-0000-0000-0000-00000000cafe",
        "dana@example.com (application 00000000-0000-0000-0000-00000000cafe)"
    )]
    [InlineData(
        "00000000-0000-0000-0000-00000000beef",
        "00000000-0000-0000-0000-00000000cafe",
        "application 00000000-0000-0000-0000-00000000cafe"
    )]
    public async Task The_last_writer_of_a_resource_is_found(string caller, string application, string expected)
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { ScalingTime = TimeSpan.Zero });
        var id = local.Host.GetResource("hot-chat").Id;
        await PatchAsync(local, id, "earlier@example.com", Portal, 3);
        await PatchAsync(local, local.Host.GetResource("live-webpubsub").Id, "other@example.com", Portal, 5);
        await PatchAsync(local, id, caller, application, 4);

        var (changer, failure) = await FindAsync(local, id, TimeSpan.Zero);

        Assert.Null(failure);
        Assert.Equal(expected, changer!.DescribeCaller());
        Assert.InRange(DateTimeOffset.UtcNow - changer.At, TimeSpan.Zero, TimeSpan.FromMinutes(2));
        Assert.Equal((null, null), (await FindAsync(local, id, TimeSpan.FromDays(1))) is var (c, f) ? (c, f) : default);
    }

    [Fact]
    public async Task Without_the_right_there_is_a_failure_with_the_role_and_no_exception()
    {
        await using var local = await LocalConnection.StartAsync();
        local.Host.Faults.Add(new Fault(FaultKind.Forbidden) { Call = CallKind.ActivityLog });

        var (changer, failure) = await FindAsync(local, local.Host.GetResource("hot-chat").Id, TimeSpan.Zero);

        Assert.Null(changer);
        Assert.Equal(FailureCode.Forbidden, failure!.Code);
        Assert.Contains("Monitoring Reader", failure.Text, StringComparison.Ordinal);
        Assert.Empty((await local.ListAsync()).Failures);
    }

    [Fact]
    public async Task Events_of_other_operations_refused_ones_and_odd_ones_are_left_out_and_an_identity_has_its_name()
    {
        var azure = new FakeAzure();
        azure.Handle(
            "GET",
            "/eventtypes/management/values?$filter",
            $$"""
            {"value":[5,{},{"caller":7},
             {{RenderEvent("10:06", "SignalR/listkeys/action", "Accepted", "\"keys@example.com\"")}},
             {{RenderEvent("10:05", "SignalR/write", "Failed", "\"refused@example.com\"", correlation: "c9")}},
             {{RenderEvent("10:02", "signalr/WRITE", "Accepted", "\"00000000-0000-0000-0000-00000000beef\"")}},
             {{RenderEvent("10:01", "SignalR/write", "Succeeded", "\"earlier@example.com\"")}},
             {{RenderEvent("10:03", "SignalR/write", "Succeeded", "null", claims: "{}")}}]}
            """
        );
        using var connection = azure.Connect();
        var at = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

        var (changer, failure) = await connection.Fleet.FindChangerAsync(
            FakeAzure.CreateId("chat"),
            at.AddHours(-1),
            at.AddHours(1),
            TestContext.Current.CancellationToken
        );

        Assert.Null(failure);
        Assert.Equal(("identity sp-deploy", at.AddMinutes(2)), (changer!.DescribeCaller(), changer.At));
        Assert.Contains(
            Uri.EscapeDataString(
                "eventTimestamp ge '2026-01-05T09:00:00Z' and eventTimestamp le '2026-01-05T11:00:00Z' and resourceUri eq "
                    + $"'{FakeAzure.CreateId("chat")}'"
            ),
            azure.Calls.Single().Uri.Query,
            StringComparison.OrdinalIgnoreCase
        );
    }

    [Fact]
    public async Task A_refused_write_that_began_last_is_not_the_last_change()
    {
        var azure = new FakeAzure();
        azure.Handle(
            "GET",
            "/eventtypes/management/values?$filter",
            $$"""
            {"value":[
             {{RenderEvent("10:06", "SignalR/write", "Failed", "\"refused@example.com\"", correlation: "c2")}},
             {{RenderEvent("10:05", "SignalR/write", "Started", "\"refused@example.com\"", correlation: "C2")}},
             {{RenderEvent("10:03", "SignalR/write", "Succeeded", "\"changer@example.com\"", correlation: "c1")}},
             {{RenderEvent("10:02", "SignalR/write", "Started", "\"changer@example.com\"", correlation: "c1")}}]}
            """
        );
        using var connection = azure.Connect();
        var at = new DateTimeOffset(2026, 1, 5, 10, 0, 0, TimeSpan.Zero);

        var (changer, _) = await connection.Fleet.FindChangerAsync(
            FakeAzure.CreateId("chat"),
            at.AddHours(-1),
            at.AddHours(1),
            TestContext.Current.CancellationToken
        );

        Assert.Equal(("changer@example.com", at.AddMinutes(3)), (changer!.DescribeCaller(), changer.At));
    }

    private static string RenderEvent(
        string time,
        string operation,
        string status,
        string caller,
        string? claims = null,
        string? correlation = null
    ) =>
        $$$"""
            {"correlationId":"{{{correlation}}}",
             "caller":{{{caller}}},"eventTimestamp":"2026-01-05T{{{time}}}:00Z","status":{"value":"{{{status}}}"},
             "operationName":{"value":"Microsoft.SignalRService/{{{operation}}}"},"claims":{{{claims ?? IdentityClaims}}}}
            """;

    private static Task<SizeChangerAnswer> FindAsync(LocalConnection local, string id, TimeSpan ago) =>
        local.Fleet.FindChangerAsync(
            id,
            DateTimeOffset.UtcNow.AddHours(-1) - ago,
            DateTimeOffset.UtcNow.AddMinutes(5) - ago,
            TestContext.Current.CancellationToken
        );

    private static async Task PatchAsync(LocalConnection local, string id, string caller, string application, int units)
    {
        using var http = new HttpClient { BaseAddress = local.Host.Endpoint };
        using var request = new HttpRequestMessage(HttpMethod.Patch, id + "?api-version=2024-03-01")
        {
            Content = new StringContent(
                $$$"""{"sku":{"name":"Standard_S1","tier":"Standard","capacity":{{{units}}}}}""",
                Encoding.UTF8,
                "application/json"
            ),
        };
        request.Headers.Add("x-local-caller", caller);
        request.Headers.Add("x-local-appid", application);
        (await http.SendAsync(request, TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
    }
}
