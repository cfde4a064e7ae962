using System.Net;
using Advisor.State.Rows;
using Advisor.Storage.Tables;
using Advisor.Storage.Tests.Contract;
using Advisor.Tests;
using Azure.Core.Pipeline;

namespace Advisor.Storage.Tests.Tables;

/// <summary>The network between the client and the real emulator at its worst.</summary>
public sealed partial class TableFaultTests(AzuriteFixture azurite) : IDisposable
{
    private const string P = "p";

    private static readonly DateTimeOffset At = new(2026, 3, 4, 5, 6, 7, TimeSpan.Zero);

    private readonly FaultyNetwork network = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public void Dispose() => network.Dispose();

    [Fact]
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
}
