namespace Advisor.Service.Store.Rows;

/// <summary>Layout of the store; fixed at creation.</summary>
internal sealed record StoreLayout(int Buckets);
