using System.Net;
using Advisor.State.Rows;

namespace Advisor.Storage.Tests.Tables;

public sealed partial class TableFaultTests
{
    [Fact]
    public async Task A_table_that_was_deleted_is_an_error_and_not_an_absent_row()
    {
        var store = await OpenAsync();
        network.Answer(
            HttpStatusCode.NotFound,
            1,
            """{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"The table does not exist."}}}"""
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
}
