using System.Net;
using Advisor.Configuration;
using Advisor.Service.Store.Rows;
using Advisor.Service.Store.Tables;
using Advisor.Service.Tests.Store.Contract;
using Advisor.Tests;
using Azure.Core;
using Azure.Core.Pipeline;

namespace Advisor.Service.Tests.Store.Tables;

/// <summary>The network between the client and the real emulator at its worst.</summary>
public sealed class TableFaultTests(AzuriteFixture azurite) : IDisposable
{
    private const string P = "p";

    private static readonly DateTimeOffset At = new(2026, 3, 4, 5, 6, 7, TimeSpan.Zero);

    private readonly FaultyNetwork network = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public void Dispose() => network.Dispose();

    [Fact]
    [Fault("state-lost-answer")]
    public async Task A_commit_whose_answer_was_lost_is_recognized_as_its_own()
    {
        var store = await OpenAsync();
        network.DropAnswers(1);

        var result = await store.CommitAsync(P, [Insert("a"), Insert("b")], Cancel);

        Assert.True(result.IsCommitted);
        Assert.Equal((await store.GetAsync(P, "a", Cancel))!.ETag, result.ETags[0]);
        Assert.True((await store.CommitAsync(P, [RowWrite.Replace("b", 1, At, default, result.ETags[1]!)], Cancel)).IsCommitted);
    }

    [Fact]
    public async Task A_replacement_and_a_deletion_whose_answers_were_lost_are_recognized_too()
    {
        var store = await OpenAsync();
        var etag = (await store.CommitAsync(P, [Insert("a")], Cancel)).ETags[0]!;
        network.DropAnswers(2);
        var replaced = await store.CommitAsync(P, [RowWrite.Replace("a", 1, At, new byte[] { 1 }, etag)], Cancel);
        network.DropAnswers(1);
        var deleted = await store.CommitAsync(P, [RowWrite.Delete("a", replaced.ETags[0])], Cancel);

        Assert.True(replaced.IsCommitted);
        Assert.True(deleted.IsCommitted);
    }

    [Fact]
    [Fault("state-lost-answer")]
    public async Task A_lost_answer_to_a_commit_that_had_lost_the_race_stays_a_conflict()
    {
        var store = await OpenAsync();
        await store.CommitAsync(P, [Insert("a")], Cancel);
        network.DropAnswers(1);

        Assert.Equal(CommitFailure.Exists, (await store.CommitAsync(P, [Insert("a")], Cancel)).Failure);
    }

    [Theory]
    [InlineData(HttpStatusCode.ServiceUnavailable)]
    [InlineData(HttpStatusCode.TooManyRequests)]
    [InlineData(HttpStatusCode.InternalServerError)]
    public async Task A_fault_that_passes_is_tried_again(HttpStatusCode status)
    {
        var store = await OpenAsync();
        network.Answer(status, 2);

        Assert.True((await store.CommitAsync(P, [Insert("a")], Cancel)).IsCommitted);
        Assert.Equal(3, network.Sent);
    }

    [Fact]
    public async Task A_fault_that_stays_is_an_exception_that_says_to_try_later()
    {
        var store = await OpenAsync();
        network.Answer(HttpStatusCode.ServiceUnavailable, 100);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync(P, "a", Cancel));

        Assert.Equal(("Throttled", true, 3), (error.Code, error.IsTransient, network.Sent)); // one try and two more
    }

    [Fact]
    public async Task A_connection_that_breaks_again_and_again_is_a_service_that_does_not_answer()
    {
        var store = await OpenAsync();
        network.Break(100);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync(P, "a", Cancel));

        Assert.Equal(("Unreachable", true, 3), (error.Code, error.IsTransient, network.Sent));
        Assert.Matches("^The table service [^ ]+ does not answer in time\\.$", error.Message);
    }

    [Fact]
    public async Task A_service_that_is_not_there_is_said_to_be_unreachable()
    {
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            TableStateStore.OpenEmulatorAsync(new Uri("http://127.0.0.1:1/a"), "a", Azurite.Key, CreateOptions(), Cancel)
        );

        Assert.Equal(("Unreachable", true), (error.Code, error.IsTransient));
    }

    private static RowWrite Insert(string key) => RowWrite.Insert(key, 1, At, default);

    private TableStateStoreOptions CreateOptions() =>
        new()
        {
            Table = "t" + Guid.NewGuid().ToString("N"),
            Retries = 2,
            FirstDelay = TimeSpan.FromMilliseconds(1),
            Transport = new HttpClientTransport(new HttpClient(network, disposeHandler: false)),
        };

    private async Task<TableStateStore> OpenAsync()
    {
        var store = await TableStateStore.OpenEmulatorAsync(
            azurite.GetOrSkip().Tables,
            Azurite.Account,
            Azurite.Key,
            CreateOptions(),
            Cancel
        );
        network.Sent = 0;
        return store;
    }

    private sealed class FaultyNetwork() : DelegatingHandler(new SocketsHttpHandler())
    {
        private readonly Queue<Func<HttpResponseMessage>> canned = new();
        private int lost;

        public int Sent { get; set; }

        public string? LastAuthorization { get; private set; }

        public Func<HttpRequestMessage, Uri?>? OnSend { get; set; }

        /// <summary>The next connections end before an answer.</summary>
        public void Break(int times)
        {
            for (var i = 0; i < times; i++)
            {
                canned.Enqueue(() => throw new IOException("The connection ended."));
            }
        }

        /// <summary>The next answers never arrive; the service has done its work.</summary>
        public void DropAnswers(int count) => lost = count;

        public void Answer(HttpStatusCode status, int times, string body = "", params (string Name, string Value)[] headers)
        {
            for (var i = 0; i < times; i++)
            {
                canned.Enqueue(() =>
                {
                    var response = new HttpResponseMessage(status) { Content = new StringContent(body) };
                    Array.ForEach(headers, header => response.Headers.Add(header.Name, header.Value));
                    return response;
                });
            }
        }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Sent++;
            LastAuthorization = request.Headers.Authorization?.ToString();
            if (canned.TryDequeue(out var answer))
            {
                return answer();
            }

            request.RequestUri = OnSend?.Invoke(request) ?? request.RequestUri;
            var response = await base.SendAsync(request, cancellationToken);
            if (lost > 0)
            {
                lost--;
                response.Dispose();
                throw new HttpRequestException("The connection was reset.");
            }

            return response;
        }
    }

    [Fact]
    [Fault("state-foreign")]
    public async Task A_table_that_was_deleted_is_an_error_and_not_an_absent_row()
    {
        var store = await OpenAsync();
        network.Answer(
            HttpStatusCode.NotFound,
            1,
            """{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"The table\ndoes not exist."}}}"""
        );

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync(P, "a", Cancel));

        Assert.Equal($"The table service answered 404 for the table {store.Table}: TableNotFound The table does not exist.", error.Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"PartitionKey\":\"p\",\"RowK")] // cut off
    [InlineData("<html><body>Sign in to the network</body></html>")] // a proxy in between
    [InlineData("null")]
    [InlineData("[]")]
    [Fault("state-foreign")]
    public async Task A_row_that_is_cut_off_or_comes_from_something_else_is_an_error_that_names_the_table(string body)
    {
        var store = await OpenAsync();
        network.Answer(HttpStatusCode.OK, 1, body);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync(P, "a", Cancel));

        Assert.Equal(("Failed", true), (error.Code, error.IsTransient));
        Assert.Contains(store.Table, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"value\":[{\"PartitionKey\":\"p\"")]
    [InlineData("<html></html>")]
    [InlineData("{}")]
    [InlineData("{\"value\":1}")]
    [InlineData("[]")]
    public async Task A_page_that_is_cut_off_or_comes_from_something_else_is_an_error_that_names_the_table(string body)
    {
        var store = await OpenAsync();
        network.Answer(HttpStatusCode.OK, 1, body);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.QueryAsync(new RowQuery(P, "a", "b"), Cancel));

        Assert.Equal(("Failed", true), (error.Code, error.IsTransient));
        Assert.Contains(store.Table, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("<html></html>")]
    [InlineData("--r\r\nHTTP/1.1 204 No Content\r\nETag: W/\"1\"\r\n\r\n")] // the first of two parts
    [InlineData("--r\r\nHTTP/1.1 204 No Content\r\nETag: W/\"1\"\r\n\r\n--r\r\nHTTP/1.1 204 No Con")]
    public async Task An_answer_to_a_commit_that_is_cut_off_or_comes_from_something_else_is_an_error_that_names_the_table(string body)
    {
        var store = await OpenAsync();
        network.Answer(HttpStatusCode.Accepted, 1, body);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.CommitAsync(P, [Insert("a"), Insert("b")], Cancel));

        Assert.Equal(("Failed", true), (error.Code, error.IsTransient));
        Assert.Contains(store.Table, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"PartitionKey\":null,\"RowKey\":\"a\",\"V\":1,\"At\":\"2026-01-01T00:00:00Z\",\"odata.etag\":\"1\"}")]
    [InlineData("{\"PartitionKey\":\"p\",\"RowKey\":\"a\",\"V\":1,\"At\":null,\"odata.etag\":\"1\"}")]
    [InlineData("{\"PartitionKey\":\"p\",\"RowKey\":\"a\",\"V\":\"one\",\"At\":\"2026-01-01T00:00:00Z\",\"odata.etag\":\"1\"}")]
    public async Task An_entity_of_another_program_is_corrupt_and_the_error_names_the_table(string entity)
    {
        var store = await OpenAsync();
        network.Answer(HttpStatusCode.OK, 1, entity);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => store.GetAsync(P, "a", Cancel));

        Assert.Equal(("Corrupt", false), (error.Code, error.IsTransient));
        Assert.Contains(store.Table, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Empty_pages_that_promise_more_are_followed()
    {
        var store = await OpenAsync();
        await store.CommitAsync(P, [Insert("a")], Cancel);
        network.Sent = 0;
        network.Answer(
            HttpStatusCode.OK,
            2,
            """{"value":[]}""",
            ("x-ms-continuation-NextPartitionKey", "1!4!cA--"),
            ("x-ms-continuation-NextRowKey", "1!4!YQ--")
        );
        network.OnSend = request =>
            request.RequestUri!.Query.Contains("NextPartitionKey", StringComparison.Ordinal)
                ? new Uri(
                    request.RequestUri.GetLeftPart(UriPartial.Path)
                        + request.RequestUri.Query[..request.RequestUri.Query.IndexOf("&Next", StringComparison.Ordinal)]
                )
                : request.RequestUri;

        var page = await store.QueryAsync(new RowQuery(P, "a", "b"), Cancel);

        Assert.Equal("a", Assert.Single(page.Rows).Key);
        Assert.Null(page.Next);
        Assert.Equal(3, network.Sent);
    }

    [Fact]
    public async Task A_wrong_key_is_refused_at_once_and_not_shown()
    {
        const string wrong = "d3Jvbmc=";
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            TableStateStore.OpenEmulatorAsync(azurite.GetOrSkip().Tables, Azurite.Account, wrong, CreateOptions(), Cancel)
        );

        Assert.Equal(("Forbidden", false, 1), (error.Code, error.IsTransient, network.Sent));
        Assert.DoesNotContain(wrong, error.ToString(), StringComparison.Ordinal);
        Assert.Contains("Storage Table Data Contributor", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_account_key_is_for_this_machine_only() =>
        await Assert.ThrowsAsync<ArgumentException>(() =>
            TableStateStore.OpenEmulatorAsync(new Uri("https://a.table.core.windows.net"), "a", Azurite.Key, null, Cancel)
        );

    // "The resource ID for Azure Storage is the same for all public and sovereign clouds" (azure-docs, authorize access to blobs with
    // Entra ID). Entra ID of the other clouds knows no storage.azure.us and .cn (AADSTS500011, azure-sdk-for-go issue 25542).
    [Theory]
    [InlineData("https://a.table.core.windows.net", AzureCloud.Public)]
    [InlineData("https://a.table.core.usgovcloudapi.net", AzureCloud.UsGovernment)]
    [InlineData("https://a.table.core.chinacloudapi.cn", AzureCloud.China)]
    [InlineData("https://a.table.storage.azure.net", AzureCloud.Public)] // its DNS zone endpoints
    public async Task The_token_is_for_the_same_storage_audience_in_every_cloud(string service, AzureCloud cloud)
    {
        var credential = new FixedCredential();
        network.Answer(HttpStatusCode.NoContent, 1, "");

        await TableStateStore.OpenAsync(new Uri(service), credential, CreateOptions(), Cancel);

        Assert.Equal(("https://storage.azure.com/.default", cloud), (credential.Scope, TableStateStore.FindCloud(new Uri(service))));
    }

    [Fact]
    public async Task An_identity_sends_its_token_over_tls_to_the_scope_of_storage()
    {
        var credential = new FixedCredential();
        network.Answer(HttpStatusCode.NoContent, 1, "");
        using var transport = new HttpClientTransport(new HttpClient(network, disposeHandler: false));
        await TableStateStore.OpenAsync(
            new Uri("https://a.table.core.windows.net"),
            credential,
            new TableStateStoreOptions { Transport = transport },
            Cancel
        );

        Assert.Equal("Bearer secret-token", network.LastAuthorization);
        Assert.Equal("https://storage.azure.com/.default", credential.Scope);
        var error = await Assert.ThrowsAsync<StateStoreException>(() =>
            TableStateStore.OpenAsync(new Uri("http://a.table.core.windows.net"), credential, CreateOptions(), Cancel)
        );
        Assert.DoesNotContain("secret-token", error.ToString(), StringComparison.Ordinal);
    }

    private sealed class FixedCredential : TokenCredential
    {
        public string? Scope { get; private set; }

        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken)
        {
            Scope = requestContext.Scopes[0];
            return new AccessToken("secret-token", DateTimeOffset.MaxValue);
        }

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
            new(GetToken(requestContext, cancellationToken));
    }
}
